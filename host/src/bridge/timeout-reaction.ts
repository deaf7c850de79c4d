import { type BridgeError, timeoutError } from '@fridge/shared-contracts';

/**
 * What an error of the bridge does besides reaching its caller (spec section 8): a timeout with code -1 on a card
 * page leads to the disconnected page, any other timeout of an action a person started shows the timeout popup.
 */
export function timeoutReaction(error: BridgeError, { onCard, popup }: { onCard: boolean; popup: boolean }): 'disconnected' | 'popup' | 'none' {
  if (error.errMessage !== timeoutError.errMessage) return 'none';
  if (onCard && error.code === timeoutError.code) return 'disconnected';
  return popup ? 'popup' : 'none';
}
