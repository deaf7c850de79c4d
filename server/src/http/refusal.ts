import { answerCode } from '@fridge/shared-contracts';
import type { AnswerCode } from '@fridge/shared-contracts/host';
import type { copy } from '../copy.ts';

/** Answered with its code and message. */
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

/** The outcome is unknown. */
export class AnsweredTooLate extends Error {
  override name = 'AnsweredTooLate';
}

export const refuse = {
  badInput: () => new Refusal(answerCode.badInput, 'server.param'),
  /** Not 401, on which a page logs out. */
  badSignature: () => new Refusal(answerCode.badInput, 'server.sign'),
  notAuthorized: () => new Refusal(answerCode.notAuthorized, 'server.auth'),
  notYours: () => new Refusal(answerCode.notYours, 'server.param'),
  replayed: () => new Refusal(answerCode.conflict, 'server.sign'),
  gone: () => new Refusal(answerCode.conflict, 'server.work.pictureGone'),
  tooMany: () => new Refusal(answerCode.tooMany, 'server.busy'),
  ourFault: () => new Refusal(answerCode.ourFault, 'server.internal'),
  /** Refused by a business rule. */
  notice: (messageKey: keyof typeof copy) => new Refusal(answerCode.notice, messageKey),
};
