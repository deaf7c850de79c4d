import { expect, it } from 'vitest';
import { readAnswer, writeAnswer } from './unfinished-answer.ts';

const answer = { requestId: '6f1c1c52-7d0c-4a55-9d6a-0d2f5c1f7b11', questionId: 'q 01', label: 'B' } as const;

it('reads back what it wrote', () => expect(readAnswer(writeAnswer(answer))).toEqual(answer));

it.each(['', 'B', `${answer.requestId} B`, `${answer.requestId} D q01`, `x B q01`, '{"requestId":"x"}'])('reads nothing of %j', (text) => expect(readAnswer(text)).toBeNull());
