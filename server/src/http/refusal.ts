import { answerCode } from '@fridge/shared-contracts';
import type { AnswerCode } from '@fridge/shared-contracts/host';
import type { copy } from '../copy.ts';

/** Thrown anywhere and answered with its code and message instead of data. */
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

/** The answer time limit has passed; the outcome is unknown. */
export class AnsweredTooLate extends Error {
  override name = 'AnsweredTooLate';
}

export const refuse = {
  badInput: () => new Refusal(answerCode.badInput, 'server.param'),
  /** Not 401, on which a page logs its user out. */
  badSignature: () => new Refusal(answerCode.badInput, 'server.sign'),
  notAuthorized: () => new Refusal(answerCode.notAuthorized, 'server.auth'),
  notYours: () => new Refusal(answerCode.notYours, 'server.param'),
  replayed: () => new Refusal(answerCode.conflict, 'server.sign'),
  /** What the request names was removed. */
  gone: () => new Refusal(answerCode.conflict, 'server.work.pictureGone'),
  tooMany: () => new Refusal(answerCode.tooMany, 'server.busy'),
  ourFault: () => new Refusal(answerCode.ourFault, 'server.internal'),
  /** A valid request that a business rule refuses. */
  notice: (messageKey: keyof typeof copy) => new Refusal(answerCode.notice, messageKey),
};
