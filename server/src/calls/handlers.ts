import type { CallName } from '@fridge/shared-contracts';
import { answerQuestion } from '../campaign/answer-question.ts';
import { getMyPrize } from '../campaign/get-my-prize.ts';
import { getNewAnswer } from '../campaign/get-new-answer.ts';
import { isDirect } from '../campaign/is-direct.ts';
import { annualRecord } from '../draw/annual-record.ts';
import { draw } from '../draw/draw.ts';
import { getDrawPrizes } from '../draw/get-draw-prizes.ts';
import { getSurplusNum } from '../draw/get-surplus-num.ts';
import { saveAddress } from '../draw/save-address.ts';
import { shareRecord } from '../draw/share-record.ts';
import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';

/** Acts on a verified call. What it returns is the answer's data; what it throws, the refusal. */
export type CallHandler = (call: VerifiedCall, services: Services) => Promise<unknown>;

export const handlers: Record<CallName, CallHandler> = {
  isDirect,
  getNewAnswer,
  AnswerQuestion: answerQuestion,
  getMyPrize,
  shareRecord,
  saveAddress,
  getSurplusNum,
  draw,
  getMyGiftList: getDrawPrizes,
  annualRecord,
  myGift: getDrawPrizes,
};
