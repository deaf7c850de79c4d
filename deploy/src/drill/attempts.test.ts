import { expect, it } from 'vitest';
import { type Attempt, outageSince } from './attempts.ts';

const FAILURE_AT = 1_000_000;
const attempt = (startedMs: number, endedMs: number, code: number | null = 0, message = ''): Attempt => ({
  kind: 'draw',
  startedAt: FAILURE_AT + startedMs,
  endedAt: FAILURE_AT + endedMs,
  code,
  message,
});

it.each<{ it: string; attempts: Attempt[]; expected: ReturnType<typeof outageSince> }>([
  {
    it: 'counts nothing where no call fails',
    attempts: [attempt(-50, -10, 500), attempt(10, 20), attempt(30, 40, 204, 'no chance left')],
    expected: { unavailableMs: 0, failed: 0, succeededSince: 2, told: {} },
  },
  {
    it: 'lasts until the last call that failed was started',
    attempts: [
      attempt(-20, 5_000, null),
      attempt(10, 20),
      attempt(4_000, 14_000, 500, 'busy'),
      attempt(6_000, 6_100),
      attempt(3_000, 8_000, 429, 'too many'),
    ],
    expected: {
      unavailableMs: 4_000,
      failed: 3,
      succeededSince: 1,
      told: { 'no answer': 1, '500 busy': 1, '429 too many': 1 },
    },
  },
])('$it', ({ attempts, expected }) => {
  expect(outageSince(FAILURE_AT, attempts)).toEqual(expected);
});

it('leaves out what was started after its end', () => {
  const attempts = [attempt(10, 20, 500), attempt(30, 40), attempt(60, 70, 500)];
  expect(outageSince(FAILURE_AT, attempts, FAILURE_AT + 50)).toMatchObject({ unavailableMs: 10, failed: 1 });
});
