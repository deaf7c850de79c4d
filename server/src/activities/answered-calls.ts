import type { AnsweredCall } from '../http/signed-calls.ts';
import { campaignAnswers } from './campaign/answers.ts';
import { drawAnswers } from './draw/answers.ts';
import { sharingAnswers } from './sharing/sharing.ts';

/** Every signed call that the server answers. */
export const answeredCalls: readonly AnsweredCall[] = [...campaignAnswers, ...drawAnswers, ...sharingAnswers];
