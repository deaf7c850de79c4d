import { answerCode, type CallResult, type HostServices, type Household } from '@fridge/shared-contracts';
import {
  campaignCalls,
  type Judgement,
  type OptionLabel,
  optionLabels,
} from '@fridge/shared-contracts/activities/campaign';
import {
  createUnfinishedRequests,
  isRequestId,
  isFinalRefusal,
  newRequestId,
  resendOnConflict,
  type UnfinishedRequest,
} from '@fridge/shared-ui';

/** Sends answers; each counts once, even if its result is lost. */
export interface AnswerSender {
  /**
   * Sends an answer quietly. The same answer again has the same result. If an earlier answer won but its result was lost, returns that.
   */
  send(answer: { questionId: string; label: OptionLabel }): Promise<CallResult<Judgement>>;
  /** Quietly asks again for a result that was never shown; `null` if there is none. */
  recover(): Promise<CallResult<Judgement> | null>;
  /** Call once the result is on screen. */
  shown(): void;
}

export function createAnswerSender(
  host: Pick<HostServices, 'requests'>,
  household: Household,
  signal: AbortSignal,
): AnswerSender {
  const { userId, phone, fridgeId } = household;
  const pending = (): readonly UnfinishedAnswer[] => unfinishedAnswers.find(userId)?.answers ?? [];
  const forget = () => unfinishedAnswers.finish(userId, pending()[0]?.requestId ?? '');

  function ask({ questionId, label, requestId }: UnfinishedAnswer): Promise<CallResult<Judgement>> {
    const fields = { userId, phone, fridgeId, questionId, correctAnswer: label, requestId };
    return resendOnConflict(() => host.requests.call(campaignCalls.answerQuestion, fields, { signal, quiet: true }));
  }

  /** @returns the first that is right or still unknown */
  async function findWinner(answers: readonly UnfinishedAnswer[]): Promise<CallResult<Judgement> | null> {
    for (const answer of answers) {
      const result = await ask(answer);
      if (result.ok ? result.data.correct : !isFinalRefusal(result)) return result;
    }
    return null;
  }

  return {
    async send({ questionId, label }) {
      const before = pending();
      const answer = before.find((each) => each.questionId === questionId && each.label === label) ?? {
        requestId: newRequestId(),
        questionId,
        label,
      };
      const others = before.filter((each) => each !== answer);
      unfinishedAnswers.keep(userId, withAnswer(unfinishedAnswers.find(userId), answer));
      const result = await ask(answer);
      if (result.ok || result.reason === 'aborted') return result;
      // An earlier answer may have won the coupon.
      const won = result.code === answerCode.notice ? await findWinner(others) : null;
      if (won?.ok) return won;
      if (isFinalRefusal(result) && won === null) forget();
      return result;
    },
    async recover() {
      const [latest, ...earlier] = pending();
      if (latest === undefined) return null;
      const result = await ask(latest);
      if (result.ok || !isFinalRefusal(result)) return result;
      const won = await findWinner(earlier);
      if (won === null) forget();
      return won;
    },
    shown: forget,
  };
}

export interface UnfinishedAnswer extends UnfinishedRequest {
  readonly questionId: string;
  readonly label: OptionLabel;
}

/** A user's answers since the last shown result, latest first; `requestId` is the latest one's. */
interface UnfinishedAnswers extends UnfinishedRequest {
  readonly answers: readonly UnfinishedAnswer[];
}

/** More than a question has options; older answers are dropped. */
const MAX_ANSWERS = 4;

export function withAnswer(pending: UnfinishedAnswers | null, added: UnfinishedAnswer): UnfinishedAnswers {
  const others = pending?.answers.filter(({ requestId }) => requestId !== added.requestId) ?? [];
  return { requestId: added.requestId, answers: [added, ...others].slice(0, MAX_ANSWERS) };
}

const unfinishedAnswers = createUnfinishedRequests<UnfinishedAnswers>({
  name: 'quiz',
  write: writeAnswers,
  read: readAnswers,
});

export function writeAnswers({ answers }: UnfinishedAnswers): string {
  return answers.map(({ requestId, label, questionId }) => [requestId, label, questionId].join(' ')).join('\n');
}

/** @returns `null` for text that `writeAnswers` didn't write */
export function readAnswers(text: string): UnfinishedAnswers | null {
  const answers = text
    .split('\n')
    .map(readAnswer)
    .filter((answer) => answer !== null);
  const [latest] = answers;
  return latest === undefined ? null : { requestId: latest.requestId, answers };
}

function readAnswer(line: string): UnfinishedAnswer | null {
  const [requestId = '', written = '', ...rest] = line.split(' ');
  const label = optionLabels.find((known) => known === written);
  const questionId = rest.join(' ');
  return isRequestId(requestId) && label !== undefined && questionId !== '' ? { requestId, label, questionId } : null;
}
