import {
  campaignTerms,
  type OptionLabel,
  optionLabels,
  type Question,
} from '@fridge/shared-contracts/activities/campaign';

/** Copy deck, section 7.2. `correct` is never sent to a page. */
export const questionBank = [
  {
    questionId: 'q01',
    problem: '江苏居民峰谷电价中，峰段是哪个时段？',
    options: ['6:00-18:00', '8:00-21:00', '21:00-8:00'],
    correct: 'B',
  },
  {
    questionId: 'q02',
    problem: '江苏居民峰谷电价中，谷段共有多少个小时？',
    options: ['8个小时', '10个小时', '11个小时'],
    correct: 'C',
  },
  {
    questionId: 'q03',
    problem: '2023年江苏居民谷段电价是多少？',
    options: ['0.3583元/千瓦时', '0.5283元/千瓦时', '0.5583元/千瓦时'],
    correct: 'A',
  },
  {
    questionId: 'q04',
    problem: '不执行峰谷电价时，2023年江苏居民电价是多少？',
    options: ['0.3583元/千瓦时', '0.5283元/千瓦时', '0.5583元/千瓦时'],
    correct: 'B',
  },
  {
    questionId: 'q05',
    problem: '同样用1度电，谷段比峰段便宜多少？',
    options: ['0.20元', '0.10元', '0.03元'],
    correct: 'A',
  },
  {
    questionId: 'q06',
    problem: '谷段用电占比超过多少，执行峰谷电价就更划算？',
    options: ['60%', '40%', '15%'],
    correct: 'C',
  },
  {
    questionId: 'q07',
    problem: '“峰谷省电”功能会在哪个时段提前制冷、储存冷量？',
    options: ['谷段', '峰段', '全天'],
    correct: 'A',
  },
  {
    questionId: 'q08',
    problem: '到了峰段，“峰谷省电”功能会怎么做？',
    options: ['完全停止制冷', '减少压缩机高负荷运行', '把设定温度调得更低'],
    correct: 'B',
  },
  { questionId: 'q09', problem: '夏季建议把冰箱冷冻室设为多少度？', options: ['-5℃', '-30℃', '-18℃'], correct: 'C' },
  {
    questionId: 'q10',
    problem: '冰箱背面和两侧，至少要各留出多少散热空间？',
    options: ['1厘米', '10厘米', '不用留空间'],
    correct: 'B',
  },
  {
    questionId: 'q11',
    problem: '热饭热菜怎样放进冰箱更省电？',
    options: ['放凉到室温，加盖或包好再放', '趁热直接放进去', '敞开盖子放进去'],
    correct: 'A',
  },
  {
    questionId: 'q12',
    problem: '冷冻室结霜超过多少就该除霜了？',
    options: ['30毫米', '20毫米', '5毫米'],
    correct: 'C',
  },
] as const;

type BankQuestion = (typeof questionBank)[number];

type SentAnswer = { questionId: string; correctAnswer: string; requestId: string };

export type JudgedAnswer = SentAnswer & { correct: boolean };

/** `judged`: the last judged answer to any question. */
export type Progress = { questionId: string; wrongAnswers: number; judged: JudgedAnswer | null };

type Current = Pick<Progress, 'questionId' | 'wrongAnswers'>;

/**
 * Keeps a question across visits until it was missed twice or the page asks to replace it.
 * @param pick returns an integer below its argument
 */
export function nextQuestion(
  progress: Current | null,
  replaced: string,
  pick: (below: number) => number,
): BankQuestion {
  const current = questionBank.find(({ questionId }) => questionId === progress?.questionId);
  const mayStay = (progress?.wrongAnswers ?? 0) < campaignTerms.wrongAnswersPerQuestion;
  if (current && mayStay && current.questionId !== replaced) return current;
  const others = questionBank.filter(({ questionId }) => questionId !== current?.questionId && questionId !== replaced);
  return others[pick(others.length)] ?? questionBank[0];
}

/** What a page gets of a question: with the option that the user has tried. */
export function withoutSolution({ questionId, problem, options }: BankQuestion, progress: Progress | null): Question {
  const asked = { questionId, problem, options: [...options] };
  const hasMissed = progress?.questionId === questionId && progress.wrongAnswers > 0;
  const missed = hasMissed ? (progress.judged?.correctAnswer ?? '') : '';
  return isOptionLabel(missed) ? { ...asked, missed: [missed] } : asked;
}

type Judgement = 'right' | 'wrong' | 'stale';

/** Only the user's current question counts, until it was missed twice (spec section 4). */
export function checkAnswer(progress: Current | null, questionId: string, answer: string): Judgement {
  const question = questionBank.find((each) => each.questionId === questionId);
  if (
    !question ||
    progress?.questionId !== questionId ||
    progress.wrongAnswers >= campaignTerms.wrongAnswersPerQuestion
  )
    return 'stale';
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

export function isOptionLabel(text: string): text is OptionLabel {
  return (optionLabels as readonly string[]).includes(text);
}
