import { describe, expect, it } from 'vitest';
import { readDeadline } from './deadline-line.tsx';

const deadline = '2023-08-08T10:00:00+08:00';
const instant = Date.parse(deadline);
const date = '2023年8月8日 10:00';

describe('readDeadline', () => {
  it.each<[string, string | null, number | null, ReturnType<typeof readDeadline>]>([
    ['long before', deadline, 0, { date, isPassed: false }],
    ['the millisecond before', deadline, instant - 1, { date, isPassed: false }],
    ['its own instant', deadline, instant, { date, isPassed: false }],
    ['the millisecond after', deadline, instant + 1, { date, isPassed: true }],
    ['the clock is not known', deadline, null, { date, isPassed: false }],
    ['another offset, the same instant', '2023-08-08T02:00:00Z', instant + 1, { date, isPassed: true }],
    ['no deadline', null, instant, null],
    ['no offset', '2023-08-08T10:00:00', instant, null],
    ['nonsense', 'soon', instant, null],
  ])('%s', (_, text, now, expected) => expect(readDeadline(text, now)).toEqual(expected));
});
