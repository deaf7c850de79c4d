import type { BridgeError } from '@fridge/shared-contracts';
import { timeoutError } from '@fridge/shared-contracts/host';

/** A cancel is never shown as an error. */
export function isCancel(error: BridgeError): boolean {
  return /cancel|取消/i.test(error.errMessage);
}

/** A timeout has its own popup, no toast. */
export function isTimeout(error: BridgeError): boolean {
  return error.errMessage === timeoutError.errMessage;
}

export type TimeoutOccasion = {
  onCard: boolean;
  /** The user caused the call. */
  popup: boolean;
};

/**
 * Reaction to a bridge error (spec section 8): on a card page a timeout with code -1 leads to the disconnected page;
 * other timeouts of user actions show the popup.
 */
export function timeoutReaction(error: BridgeError, { onCard, popup }: TimeoutOccasion): 'disconnected' | 'popup' | 'none' {
  if (!isTimeout(error)) return 'none';
  if (onCard && error.code === timeoutError.code) return 'disconnected';
  return popup ? 'popup' : 'none';
}
