import { createLateCode, type LateCode, useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import type { CouponWon, QuestionForm } from './quiz-steps.ts';

type QuizSteps = { CouponWon: typeof CouponWon; QuestionForm: typeof QuestionForm };

const lateSteps = createLateCode<QuizSteps>(() => import('./quiz-steps.ts'));

/**
 * The code of the pop-up's steps, asked for as soon as the quiz starts: it comes while the server is asked.
 * @param wanted whether the quiz is under way
 * @returns the steps, `null` while they are on their way; `failed` with a retry where they didn't arrive
 */
export function useQuizSteps(wanted: boolean, late: LateCode<QuizSteps> = lateSteps): { steps: QuizSteps | null; failed: boolean; retry: () => void } {
  const steps = useStore(late);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!wanted || failed) return undefined;
    let left = false;
    void late.load().then(({ ok }) => {
      if (!left && !ok) setFailed(true);
    });
    return () => {
      left = true;
    };
  }, [wanted, failed, late]);

  return { steps, failed: failed && steps === null, retry: () => setFailed(false) };
}
