import type { CallResult, HostServices, Household } from '@fridge/shared-contracts';
import { campaignCalls, type Judgement, type OptionLabel } from '@fridge/shared-contracts/activities/campaign';
import { isRuling, newRequestId } from '@fridge/shared-ui';
import { type UnfinishedAnswer, unfinishedAnswers } from './unfinished-answer.ts';

/** Sends answers so that each counts once, whatever becomes of its result. */
export interface AnswerSender {
  /** Sends an answer; the same one again has the same result. One that still waits for its result goes before another. */
  send(answer: { questionId: string; label: OptionLabel }): Promise<CallResult<Judgement>>;
  /** Asks for the result that was never shown; `null` where none is waited for. Says nothing to the user. */
  recover(): Promise<CallResult<Judgement> | null>;
  /** The result of the last answer stands on the screen. */
  shown(): void;
}

export function createAnswerSender(host: Pick<HostServices, 'requests' | 'feedback'>, household: Household, signal: AbortSignal): AnswerSender {
  const { userId, phone, fridgeId } = household;
  let last = '';

  async function ask(answer: UnfinishedAnswer, quiet: boolean): Promise<CallResult<Judgement>> {
    const { questionId, label, requestId } = answer;
    last = requestId;
    unfinishedAnswers.keep(userId, answer);
    const result = await host.requests.call(campaignCalls.answerQuestion, { userId, phone, fridgeId, questionId, correctAnswer: label, requestId }, { signal, quiet });
    if (!result.ok && isRuling(result)) unfinishedAnswers.finish(userId, requestId);
    return result;
  }

  return {
    async send({ questionId, label }) {
      const waiting = unfinishedAnswers.find(userId);
      if (waiting?.questionId === questionId && waiting.label === label) return ask(waiting, false);
      if (waiting !== null) {
        const earlier = await ask(waiting, true);
        if (earlier.ok && earlier.data.correct) return earlier;
        if (!earlier.ok && !isRuling(earlier)) {
          if (earlier.because !== 'aborted') host.feedback.toast(earlier.message);
          return earlier;
        }
      }
      return ask({ requestId: newRequestId(), questionId, label }, false);
    },
    async recover() {
      const waiting = unfinishedAnswers.find(userId);
      return waiting === null ? null : ask(waiting, true);
    },
    shown: () => unfinishedAnswers.finish(userId, last),
  };
}
