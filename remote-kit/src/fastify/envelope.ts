import { answerCode } from '@fridge/shared-contracts';
import { copy } from './copy.ts';

/** What every call is answered with. The API passes nothing else on. */
export interface Envelope<Data = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data | null;
}

export type RefusalCode = Exclude<(typeof answerCode)[keyof typeof answerCode], 0>;

/** Code 0. @param data as the call's schema reads it */
export function answer<Data>(data: Data): Envelope<Data> {
  return { code: answerCode.success, msg: '', data };
}

/**
 * @param code of `answerCode`: 204 for a rule that the user should know, 400, 403, 409, … A 401 to who is logged in
 * reaches the page as 403.
 * @param msg shown to the user as it is, at most 500 characters
 */
export function refuse(code: RefusalCode, msg: string): Envelope<never> {
  return { code, msg, data: null };
}

export const refusals = {
  badInput: () => refuse(answerCode.badInput, copy['server.param']),
  notAuthorized: () => refuse(answerCode.notAuthorized, copy['server.auth']),
  tooLarge: () => refuse(answerCode.tooLarge, copy['server.param']),
  ourFault: () => refuse(answerCode.ourFault, copy['server.internal']),
} as const;
