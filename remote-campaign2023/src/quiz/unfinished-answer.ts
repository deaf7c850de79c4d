import { type OptionLabel, optionLabels } from '@fridge/shared-contracts/activities/campaign';
import { createUnfinishedRequests, isRequestId, type UnfinishedRequest } from '@fridge/shared-ui';

/** An answer from the moment it is sent until its result was shown. */
export interface UnfinishedAnswer extends UnfinishedRequest {
  readonly questionId: string;
  readonly label: OptionLabel;
}

/** The one answer of each user whose result wasn't shown yet, also over a reload. */
export const unfinishedAnswers = createUnfinishedRequests<UnfinishedAnswer>({ name: 'quiz', write: writeAnswer, read: readAnswer });

export function writeAnswer({ requestId, label, questionId }: UnfinishedAnswer): string {
  return [requestId, label, questionId].join(' ');
}

/** @returns `null` for what `writeAnswer` didn't write */
export function readAnswer(text: string): UnfinishedAnswer | null {
  const [requestId = '', written = '', ...rest] = text.split(' ');
  const label = optionLabels.find((known) => known === written);
  const questionId = rest.join(' ');
  return isRequestId(requestId) && label !== undefined && questionId !== '' ? { requestId, label, questionId } : null;
}
