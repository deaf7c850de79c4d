import type { BridgeError } from '@fridge/shared-contracts';
import { timeoutError } from '@fridge/shared-contracts/host';

/** Whether the user cancelled in the app's own page or panel; a cancel is never shown as an error. */
export function isCancel(error: BridgeError): boolean {
  return /cancel|取消/i.test(error.errMessage);
}

/** Whether the app didn't answer; that has its own popup and needs no toast. */
export function isTimeout(error: BridgeError): boolean {
  return error.errMessage === timeoutError.errMessage;
}

export type TimeoutOccasion = {
  /** The page was opened from a device card. */
  onCard: boolean;
  /** The call was made for an action of the user. */
  popup: boolean;
};

/**
 * What a bridge error does besides reaching its caller (spec section 8): a timeout with code -1 on a card page leads to
 * the disconnected page; any other timeout of a user's action shows the timeout popup.
 */
export function timeoutReaction(error: BridgeError, { onCard, popup }: TimeoutOccasion): 'disconnected' | 'popup' | 'none' {
  if (!isTimeout(error)) return 'none';
  if (onCard && error.code === timeoutError.code) return 'disconnected';
  return popup ? 'popup' : 'none';
}
