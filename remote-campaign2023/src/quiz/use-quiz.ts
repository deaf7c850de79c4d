import type { HostServices } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import type { QuizEvent, QuizState } from './quiz-machine.ts';
import { runQuiz } from './run-quiz.ts';

export interface Quiz {
  state: QuizState;
  send: (event: QuizEvent) => void;
}

/** The question flow for the life of a screen; leaving the screen closes it. */
export function useQuiz(host: HostServices): Quiz {
  const [quiz] = useState(() => runQuiz(host));
  const state = useStore(quiz);
  useEffect(() => {
    const stopFollowing = quiz.followSession();
    return () => {
      stopFollowing();
      quiz.send({ type: 'close' });
    };
  }, [quiz]);
  return { state, send: quiz.send };
}
