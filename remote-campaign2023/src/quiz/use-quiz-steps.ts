import { useEffect, useState } from 'react';
import type { CouponWon, QuestionForm } from './quiz-steps.ts';

type QuizSteps = { CouponWon: typeof CouponWon; QuestionForm: typeof QuestionForm };

const loadSteps = (): Promise<QuizSteps> => import('./quiz-steps.ts');

/**
 * The code of the pop-up's steps, asked for as soon as the quiz starts: it comes while the server is asked.
 * @param wanted whether the quiz is under way
 * @returns the steps, `null` while they are on their way; `failed` with a retry where they didn't arrive
 * @throws while rendering, when they didn't arrive twice: engines may keep a failed import failed by its address, and
 *   the host's own retry loads everything anew
 */
export function useQuizSteps(wanted: boolean, load = loadSteps): { steps: QuizSteps | null; failed: boolean; retry: () => void } {
  const [steps, setSteps] = useState<QuizSteps | null>(null);
  const [faults, setFaults] = useState<readonly unknown[]>([]);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!wanted || failed || steps !== null) return undefined;
    let left = false;
    load().then(setSteps, (fault: unknown) => {
      if (left) return;
      setFaults((before) => [...before, fault]);
      setFailed(true);
    });
    return () => {
      left = true;
    };
  }, [wanted, failed, steps, load]);

  if (faults.length > 1) throw faults.at(-1);
  return { steps, failed, retry: () => setFailed(false) };
}
