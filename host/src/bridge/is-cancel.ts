import type { BridgeError } from '@fridge/shared-contracts';

/** Whether the user changed their mind in the app's own page or panel; that is never told as an error. */
export function isCancel(error: BridgeError): boolean {
  return /cancel|取消/i.test(error.errMessage);
}
