import { answerCode, type AnswerCode } from '@fridge/shared-contracts';
import type { copy } from '../copy.ts';

/** A request that gets a code and a message instead of data. Thrown anywhere, answered in one place. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: AnswerCode;
  readonly words: keyof typeof copy;

  constructor(code: AnswerCode, words: keyof typeof copy) {
    super(words);
    this.code = code;
    this.words = words;
  }
}

export const refuse = {
  badInput: () => new Refusal(answerCode.badInput, 'server.param'),
  /** Not 401: the signature is no identity, and a page logs its user out on 401. */
  badSignature: () => new Refusal(answerCode.badInput, 'server.sign'),
  notAuthorized: () => new Refusal(answerCode.notAuthorized, 'server.auth'),
  notYours: () => new Refusal(answerCode.notYours, 'server.param'),
  replayed: () => new Refusal(answerCode.conflict, 'server.sign'),
  tooMany: () => new Refusal(answerCode.tooMany, 'server.busy'),
  /** The request is sound, but the rules of the business say no. */
  notice: (words: keyof typeof copy) => new Refusal(answerCode.notice, words),
};
