import { type OptionLabel, optionLabels } from '@fridge/shared-contracts/activities/campaign';
import { createUnfinishedRequests, isRequestId, type UnfinishedRequest } from '@fridge/shared-ui';

export interface UnfinishedAnswer extends UnfinishedRequest {
  readonly questionId: string;
  readonly label: OptionLabel;
}

/** A user's answers since the last shown result, latest first; `requestId` is the latest one's. */
interface UnfinishedAnswers extends UnfinishedRequest {
  readonly answers: readonly UnfinishedAnswer[];
}

/** More than a question has options; older answers are dropped. */
const KEPT = 4;

export function withAnswer(waiting: UnfinishedAnswers | null, added: UnfinishedAnswer): UnfinishedAnswers {
  const others = waiting?.answers.filter(({ requestId }) => requestId !== added.requestId) ?? [];
  return { requestId: added.requestId, answers: [added, ...others].slice(0, KEPT) };
}

export const unfinishedAnswers = createUnfinishedRequests<UnfinishedAnswers>({ name: 'quiz', write: writeAnswers, read: readAnswers });

export function writeAnswers({ answers }: UnfinishedAnswers): string {
  return answers.map(({ requestId, label, questionId }) => [requestId, label, questionId].join(' ')).join('\n');
}

/** @returns `null` for text that `writeAnswers` didn't write */
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
