import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { answer, type AnsweredCall } from '../../http/signed-calls.ts';
import { getSurplusNum } from './chances.ts';
import { draw } from './draw.ts';
import { getDrawPrizes, getMyPrize } from './prizes.ts';
import { saveAddress } from './save-address.ts';

/** The calls of the wheel, the prize list and the address form. */
export const drawAnswers: readonly AnsweredCall[] = [
  answer(drawCalls.getSurplusNum, getSurplusNum),
  answer(drawCalls.draw, draw),
  // The page joins both lists by id, so each is whole, even when the other one fails.
  answer(drawCalls.getMyGiftList, getDrawPrizes),
  answer(drawCalls.myGift, getDrawPrizes),
  answer(drawCalls.getMyPrize, getMyPrize),
  // The recipient of a parcel may have any phone.
  answer(drawCalls.saveAddress, saveAddress, { aboutOthers: ['phone'] }),
];
