import type { AnsweredCall } from '../http/signed-calls.ts';
import { campaignAnswers } from './campaign/answers.ts';
import { contestAnswers } from './contest/answers.ts';
import { drawAnswers } from './draw/answers.ts';
import { reportAnswers } from './report/answers.ts';
import { sharingAnswers } from './sharing/sharing.ts';

export const answeredCalls: readonly AnsweredCall[] = [...campaignAnswers, ...contestAnswers, ...drawAnswers, ...reportAnswers, ...sharingAnswers];
