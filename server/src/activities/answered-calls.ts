import type { AnsweredCall } from '../admission/signed-calls.ts';
import { answerQuestion, getNewAnswer, isDirect } from './campaign/quiz.ts';
import { getMyWorks, getWorkDetail } from './contest/read-works.ts';
import { delWork, saveWork, submitEntries, updateWork } from './contest/write-works.ts';
import { draw, getSurplusNum } from './draw/draw.ts';
import { getMyGiftList, getMyPrize, myGift, saveAddress } from './draw/prize-calls.ts';
import { getOlderReport, getReport } from './report/reports.ts';
import { annualRecord, shareRecord } from './sharing.ts';

/** Calls sent as forms. `uploadWork` is multipart and registered in `listeners.ts`. */
export const answeredCalls: readonly AnsweredCall[] = [
  isDirect,
  getNewAnswer,
  answerQuestion,
  saveWork,
  submitEntries,
  updateWork,
  getMyWorks,
  getWorkDetail,
  delWork,
  getSurplusNum,
  draw,
  getMyGiftList,
  myGift,
  getMyPrize,
  saveAddress,
  getReport,
  getOlderReport,
  annualRecord,
  shareRecord,
];
