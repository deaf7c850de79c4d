import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { answer, type AnsweredCall } from '../../http/signed-calls.ts';
import { answerQuestion, getNewAnswer, isDirect } from './quiz.ts';

export const campaignAnswers: readonly AnsweredCall[] = [
  answer(campaignCalls.isDirect, isDirect),
  answer(campaignCalls.getNewAnswer, getNewAnswer),
  answer(campaignCalls.answerQuestion, answerQuestion),
];
