import { campaignTerms, optionLabels, type Question } from '@fridge/shared-contracts/activities/campaign';
import { questionBank } from './question-bank.ts';

type BankQuestion = (typeof questionBank)[number];

export type SentAnswer = { questionId: string; correctAnswer: string; requestId: string };

export type JudgedAnswer = SentAnswer & { correct: boolean };

/** `judged`: the last judged answer to any question. */
export type Progress = { questionId: string; wrongAnswers: number; judged: JudgedAnswer | null };

/**
 * Keeps an unanswered question across reloads; replaces one that was answered wrong or that the page asks to replace.
 * @param pick returns an integer below its argument
 */
export function nextQuestion(progress: Pick<Progress, 'questionId' | 'wrongAnswers'> | null, replaced: string, pick: (below: number) => number): BankQuestion {
  const current = questionBank.find(({ questionId }) => questionId === progress?.questionId);
  if (current && progress?.wrongAnswers === 0 && current.questionId !== replaced) return current;
  const others = questionBank.filter(({ questionId }) => questionId !== current?.questionId && questionId !== replaced);
  return others[pick(others.length)] ?? questionBank[0];
}

export function withoutSolution({ questionId, problem, options }: BankQuestion): Question {
  return { questionId, problem, options: [...options] };
}

export type Judgement = 'right' | 'wrong' | 'stale';

/** Only the user's current question counts, until it was missed twice (spec section 4). */
export function checkAnswer(progress: Pick<Progress, 'questionId' | 'wrongAnswers'> | null, questionId: string, answer: string): Judgement {
  const question = questionBank.find((each) => each.questionId === questionId);
  if (!question || progress?.questionId !== questionId || progress.wrongAnswers >= campaignTerms.wrongAnswersPerQuestion) return 'stale';
  return question.correct === answer ? 'right' : 'wrong';
}

/**
 * Result of an answer sent again after its response was lost. A wrong answer repeats only under the same `requestId`.
 * @returns `new` for an answer not judged yet, `stale` for an id used for another answer
 */
export function repeatedResult(judged: JudgedAnswer | null, sent: SentAnswer): Judgement | 'new' {
  if (judged === null) return 'new';
  const sameId = sent.requestId !== '' && sent.requestId === judged.requestId;
  const sameAnswer = sent.questionId === judged.questionId && sent.correctAnswer === judged.correctAnswer;
  if (sameAnswer && (judged.correct || sameId)) return judged.correct ? 'right' : 'wrong';
  return sameId ? 'stale' : 'new';
}

export function isOptionLabel(text: string): boolean {
  return (optionLabels as readonly string[]).includes(text);
}
