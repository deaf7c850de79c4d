import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { answer, type AnsweredCall } from '../../http/signed-calls.ts';
import { getSurplusNum } from './chances.ts';
import { draw } from './draw.ts';
import { getDrawPrizes, getMyPrize } from './prizes.ts';
import { saveAddress } from './save-address.ts';

export const drawAnswers: readonly AnsweredCall[] = [
  answer(drawCalls.getSurplusNum, getSurplusNum),
  answer(drawCalls.draw, draw),
  // The page joins both lists by id; each is complete, in case the other fails.
  answer(drawCalls.getMyGiftList, getDrawPrizes),
  answer(drawCalls.myGift, getDrawPrizes),
  answer(drawCalls.getMyPrize, getMyPrize),
  // The recipient may have any phone.
  answer(drawCalls.saveAddress, saveAddress, { aboutOthers: ['phone'] }),
];
