import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { OLDER_REPORT_PATH, reportCalls } from '@fridge/shared-contracts/activities/report';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { answer, type AnsweredCall } from '../http/signed-calls.ts';
import { answerQuestion, getNewAnswer, isDirect } from './campaign/quiz.ts';
import { delWork, updateWork } from './contest/change-work.ts';
import { getMyWorks, getWorkDetail } from './contest/show-works.ts';
import { saveWork, submitEntries } from './contest/submit-work.ts';
import { getSurplusNum } from './draw/chances.ts';
import { draw } from './draw/draw.ts';
import { getDrawPrizes, getMyPrize } from './draw/prizes.ts';
import { saveAddress } from './draw/save-address.ts';
import { getReport } from './report/reports.ts';
import { annualRecord, shareRecord } from './sharing/sharing.ts';

/** A contact's or a recipient's phone may be anyone's. */
const anyPhone = { aboutOthers: ['phone'] };

/** Calls sent as forms. `uploadWork` is multipart and registered in `app.ts`. */
export const answeredCalls: readonly AnsweredCall[] = [
  answer(campaignCalls.isDirect, isDirect),
  answer(campaignCalls.getNewAnswer, getNewAnswer),
  answer(campaignCalls.answerQuestion, answerQuestion),
  answer(contestCalls.saveWork, saveWork),
  answer(contestCalls.submitEntries, submitEntries, anyPhone),
  answer(contestCalls.updateWork, updateWork, anyPhone),
  answer(contestCalls.getMyWorks, getMyWorks),
  answer(contestCalls.getWorkDetail, getWorkDetail),
  answer(contestCalls.delWork, delWork),
  answer(drawCalls.getSurplusNum, getSurplusNum),
  answer(drawCalls.draw, draw),
  // The page merges both lists by id; each is complete, in case the other fails.
  answer(drawCalls.getMyGiftList, getDrawPrizes),
  answer(drawCalls.myGift, getDrawPrizes),
  answer(drawCalls.getMyPrize, getMyPrize),
  answer(drawCalls.saveAddress, saveAddress, anyPhone),
  answer(reportCalls.getReport, getReport),
  answer({ ...reportCalls.getReport, path: OLDER_REPORT_PATH }, getReport),
  answer(sharingCalls.annualRecord, annualRecord),
  answer(sharingCalls.shareRecord, shareRecord),
];
