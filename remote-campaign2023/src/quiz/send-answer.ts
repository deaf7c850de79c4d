import { answerCode, type CallResult, type HostServices, type Household } from '@fridge/shared-contracts';
import { campaignCalls, type Judgement, type OptionLabel } from '@fridge/shared-contracts/activities/campaign';
import { isRuling, newRequestId } from '@fridge/shared-ui';
import { type UnfinishedAnswer, unfinishedAnswers, withAnswer } from './unfinished-answer.ts';

/** Sends answers so that each counts once, whatever becomes of its result. */
export interface AnswerSender {
  /**
   * Sends an answer; the same one again has the same result. Where an earlier one has won meanwhile, without its result
   * having arrived, that one's result comes. Says nothing to the user.
   */
  send(answer: { questionId: string; label: OptionLabel }): Promise<CallResult<Judgement>>;
  /** Asks for the result that was never shown; `null` where none is waited for. Says nothing to the user. */
  recover(): Promise<CallResult<Judgement> | null>;
  /** The result stands on the screen: nothing is waited for any more. */
  shown(): void;
}

export function createAnswerSender(host: Pick<HostServices, 'requests'>, household: Household, signal: AbortSignal): AnswerSender {
  const { userId, phone, fridgeId } = household;
  const waiting = (): readonly UnfinishedAnswer[] => unfinishedAnswers.find(userId)?.answers ?? [];
  const forget = () => unfinishedAnswers.finish(userId, waiting()[0]?.requestId ?? '');

  function ask({ questionId, label, requestId }: UnfinishedAnswer): Promise<CallResult<Judgement>> {
    const fields = { userId, phone, fridgeId, questionId, correctAnswer: label, requestId };
    return host.requests.call(campaignCalls.answerQuestion, fields, { signal, quiet: true });
  }

  /** @returns the first that is judged right, or has no result once more */
  async function findWinner(answers: readonly UnfinishedAnswer[]): Promise<CallResult<Judgement> | null> {
    for (const answer of answers) {
      const result = await ask(answer);
      if (result.ok ? result.data.correct : !isRuling(result)) return result;
    }
    return null;
  }

  return {
    async send({ questionId, label }) {
      const before = waiting();
      const answer = before.find((each) => each.questionId === questionId && each.label === label) ?? { requestId: newRequestId(), questionId, label };
      const others = before.filter((each) => each !== answer);
      unfinishedAnswers.keep(userId, withAnswer(unfinishedAnswers.find(userId), answer));
      const result = await ask(answer);
      if (result.ok || result.reason === 'aborted') return result;
      // What stands in its way may be the coupon that another one has won.
      const won = result.code === answerCode.notice ? await findWinner(others) : null;
      if (won?.ok) return won;
      if (isRuling(result) && won === null) forget();
      return result;
    },
    async recover() {
      const [latest, ...earlier] = waiting();
      if (latest === undefined) return null;
      const result = await ask(latest);
      if (result.ok || !isRuling(result)) return result;
      const won = await findWinner(earlier);
      if (won === null) forget();
      return won;
    },
    shown: forget,
  };
}
