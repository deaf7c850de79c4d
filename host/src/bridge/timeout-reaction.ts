import { type BridgeError, timeoutError } from '@fridge/shared-contracts';

export type TimeoutOccasion = {
  /** The page was opened from a device card. */
  onCard: boolean;
  /** The call was made for an action of a person. */
  popup: boolean;
  /** A page of the app lies over this one: the app isn't silent, its user just takes their time. */
  covered: boolean;
};

/**
 * What an error of the bridge does besides reaching its caller (spec section 8): a timeout with code -1 on a card
 * page leads to the disconnected page, any other timeout of an action a person started shows the timeout popup.
 */
export function timeoutReaction(error: BridgeError, { onCard, popup, covered }: TimeoutOccasion): 'disconnected' | 'popup' | 'none' {
  if (covered || error.errMessage !== timeoutError.errMessage) return 'none';
  if (onCard && error.code === timeoutError.code) return 'disconnected';
  return popup ? 'popup' : 'none';
}
