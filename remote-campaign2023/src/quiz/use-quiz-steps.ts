import { createLateCode, type LateCode, useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import type { CouponWon, QuestionForm } from './quiz-steps.ts';

type QuizSteps = { CouponWon: typeof CouponWon; QuestionForm: typeof QuestionForm };

const lateSteps = createLateCode<QuizSteps>(() => import('./quiz-steps.ts'));

/**
 * Loads the pop-up's steps in parallel with the first requests.
 * @param wanted whether the quiz is active
 * @returns `steps`: `null` while loading; `failed`: `retry` is possible
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
