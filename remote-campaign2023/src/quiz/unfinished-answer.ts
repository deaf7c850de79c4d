import { type OptionLabel, optionLabels } from '@fridge/shared-contracts/activities/campaign';
import { createUnfinishedRequests, isRequestId, type UnfinishedRequest } from '@fridge/shared-ui';

/** An answer from the moment it is sent until its result was shown. */
export interface UnfinishedAnswer extends UnfinishedRequest {
  readonly questionId: string;
  readonly label: OptionLabel;
}

/** What a user has sent since a result was shown last, the latest first; it goes by the latest one's id. */
export interface UnfinishedAnswers extends UnfinishedRequest {
  readonly answers: readonly UnfinishedAnswer[];
}

/** More than a question has options: the oldest are forgotten. */
const KEPT = 4;

/** `added` before those that are waiting. */
export function withAnswer(waiting: UnfinishedAnswers | null, added: UnfinishedAnswer): UnfinishedAnswers {
  const others = waiting?.answers.filter(({ requestId }) => requestId !== added.requestId) ?? [];
  return { requestId: added.requestId, answers: [added, ...others].slice(0, KEPT) };
}

/** Kept for each user, also over a reload. */
export const unfinishedAnswers = createUnfinishedRequests<UnfinishedAnswers>({ name: 'quiz', write: writeAnswers, read: readAnswers });

export function writeAnswers({ answers }: UnfinishedAnswers): string {
  return answers.map(({ requestId, label, questionId }) => [requestId, label, questionId].join(' ')).join('\n');
}

/** @returns `null` for what `writeAnswers` didn't write */
export function readAnswers(text: string): UnfinishedAnswers | null {
  const answers = text.split('\n').map(readAnswer).filter((answer) => answer !== null);
  const [latest] = answers;
  return latest === undefined ? null : { requestId: latest.requestId, answers };
}

function readAnswer(line: string): UnfinishedAnswer | null {
  const [requestId = '', written = '', ...rest] = line.split(' ');
  const label = optionLabels.find((known) => known === written);
  const questionId = rest.join(' ');
  return isRequestId(requestId) && label !== undefined && questionId !== '' ? { requestId, label, questionId } : null;
}
