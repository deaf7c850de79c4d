import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { answer, type AnsweredCall } from '../../http/signed-calls.ts';
import { delWork, updateWork } from './change-work.ts';
import { getMyWorks, getWorkDetail } from './show-works.ts';
import { saveWork, submitEntries } from './submit-work.ts';

/**
 * The contest's form calls; `uploadWork` is multipart and registered in `app.ts`. A photo share's phone is any contact.
 */
export const contestAnswers: readonly AnsweredCall[] = [
  answer(contestCalls.saveWork, saveWork),
  answer(contestCalls.submitEntries, submitEntries, { aboutOthers: ['phone'] }),
  answer(contestCalls.updateWork, updateWork, { aboutOthers: ['phone'] }),
  answer(contestCalls.getMyWorks, getMyWorks),
  answer(contestCalls.getWorkDetail, getWorkDetail),
  answer(contestCalls.delWork, delWork),
];
