import { answerCode } from '@fridge/shared-contracts';
import type { AnswerCode } from '@fridge/shared-contracts/host';
import type { copy } from '../copy.ts';

/** A request that gets a code and a message instead of data. Thrown anywhere, answered in one place. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: AnswerCode;
  readonly messageKey: keyof typeof copy;

  constructor(code: AnswerCode, messageKey: keyof typeof copy) {
    super(messageKey);
    this.code = code;
    this.messageKey = messageKey;
  }
}

/** A request that took too long to answer; what becomes of it isn't known yet. */
export class AnsweredTooLate extends Error {
  override name = 'AnsweredTooLate';
}

export const refuse = {
  badInput: () => new Refusal(answerCode.badInput, 'server.param'),
  /** Not 401: the signature is no identity, and a page logs its user out on 401. */
  badSignature: () => new Refusal(answerCode.badInput, 'server.sign'),
  notAuthorized: () => new Refusal(answerCode.notAuthorized, 'server.auth'),
  notYours: () => new Refusal(answerCode.notYours, 'server.param'),
  replayed: () => new Refusal(answerCode.conflict, 'server.sign'),
  /** What the request names was there once. */
  gone: () => new Refusal(answerCode.conflict, 'server.work.pictureGone'),
  tooMany: () => new Refusal(answerCode.tooMany, 'server.busy'),
  ourFault: () => new Refusal(answerCode.ourFault, 'server.internal'),
  /** The request is sound, but the rules of the business say no. */
  notice: (messageKey: keyof typeof copy) => new Refusal(answerCode.notice, messageKey),
};
