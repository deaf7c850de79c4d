import { describe, expect, it } from 'vitest';
import { readDeadline } from './deadline-line.tsx';

const deadline = '2023-08-08T10:00:00+08:00';
const instant = Date.parse(deadline);
const date = '2023年8月8日 10:00';

describe('readDeadline', () => {
  it.each<[string, string | null, number | null, ReturnType<typeof readDeadline>]>([
    ['long before', deadline, 0, { state: 'open', date }],
    ['the millisecond before', deadline, instant - 1, { state: 'open', date }],
    ['its own instant', deadline, instant, { state: 'open', date }],
    ['the millisecond after', deadline, instant + 1, { state: 'passed', date }],
    ['the clock is not known', deadline, null, { state: 'open', date }],
    ['another offset, the same instant', '2023-08-08T02:00:00Z', instant + 1, { state: 'passed', date }],
    ['no deadline', null, instant, { state: 'none' }],
    ['no offset', '2023-08-08T10:00:00', instant, { state: 'none' }],
    ['nonsense', 'soon', instant, { state: 'none' }],
  ])('%s', (_, text, now, expected) => expect(readDeadline(text, now)).toEqual(expected));
});
