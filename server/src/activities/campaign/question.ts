import { campaignTerms, optionLabels, type Question } from '@fridge/shared-contracts/activities/campaign';
import { questionBank } from './question-bank.ts';

export type BankQuestion = (typeof questionBank)[number];

/** An answer as a page sends it; `requestId` is empty where the page names none. */
export type SentAnswer = { questionId: string; correctAnswer: string; requestId: string };

/** The answer that was judged last. */
export type JudgedAnswer = SentAnswer & { correct: boolean };

/** The question a user is on, the wrong answers given to it, and the last answer to any. */
export type Progress = { questionId: string; wrongAnswers: number; judged: JudgedAnswer | null };

/**
 * Which question comes now. An untouched question stays, so that a reload or a lost answer doesn't change it; one
 * that was answered wrong, or that the page asks to have replaced, gives way to a different one.
 * @param pick an integer from 0 up to, not including, its argument
 */
export function nextQuestion(progress: Pick<Progress, 'questionId' | 'wrongAnswers'> | null, replaced: string, pick: (below: number) => number): BankQuestion {
  const current = questionBank.find(({ questionId }) => questionId === progress?.questionId);
  if (current && progress?.wrongAnswers === 0 && current.questionId !== replaced) return current;
  const others = questionBank.filter(({ questionId }) => questionId !== current?.questionId && questionId !== replaced);
  return others[pick(others.length)] ?? questionBank[0];
}

/** What may leave the server before the answer: everything but which option is right. */
export function withoutSolution({ questionId, problem, options }: BankQuestion): Question {
  return { questionId, problem, options: [...options] };
}

export type Judgement = 'right' | 'wrong' | 'stale';

/** An answer counts only for the question the user is on, and only until it was missed twice (spec section 4). */
export function judge(progress: Pick<Progress, 'questionId' | 'wrongAnswers'> | null, questionId: string, answer: string): Judgement {
  const question = questionBank.find((each) => each.questionId === questionId);
  if (!question || progress?.questionId !== questionId || progress.wrongAnswers >= campaignTerms.wrongAnswersPerQuestion) return 'stale';
  return question.correct === answer ? 'right' : 'wrong';
}

/**
 * What became of an answer that was sent before, so that one whose result was lost can be sent again. A right one stays
 * right, it brought the coupon; a wrong one is the same one only under its `requestId`, otherwise it's another try.
 * @returns `new` for an answer that wasn't judged yet, `stale` for an id that stood for another one
 */
export function judgedBefore(judged: JudgedAnswer | null, sent: SentAnswer): Judgement | 'new' {
  if (judged === null) return 'new';
  const sameId = sent.requestId !== '' && sent.requestId === judged.requestId;
  const sameAnswer = sent.questionId === judged.questionId && sent.correctAnswer === judged.correctAnswer;
  if (sameAnswer && (judged.correct || sameId)) return judged.correct ? 'right' : 'wrong';
  return sameId ? 'stale' : 'new';
}

export function isOptionLabel(text: string): boolean {
  return (optionLabels as readonly string[]).includes(text); // widened so that any text may be asked for
}
