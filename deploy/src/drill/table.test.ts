import { expect, it } from 'vitest';
import type { Outage } from './attempts.ts';
import { countEvents } from './logged-events.ts';
import type { CaseResult } from './run-case.ts';
import { brokenIn, tableOf } from './table.ts';

const none: Outage = { unavailableMs: 0, failed: 0, succeededSince: 9, told: {} };
const kept: CaseResult = {
  name: 'primary killed',
  alerts: ['DatabaseDown'],
  pages: { meanwhile: 'busy', later: 'works' },
  failure: { calls: { ...none, unavailableMs: 18_460, told: { '500 busy': 7 } }, uploads: none },
  mending: { calls: none, uploads: none },
  events: { databaseConnectionLost: 2, readyAgain: 1 },
  unanswered: 0,
  odd: [],
  acknowledged: 410,
  lost: [],
  doubled: [],
  over: [],
};

it('prints a row for each case', () => {
  expect(tableOf([kept]).split('\n').at(-1)).toBe(
    '| primary killed | 18.5 | 0.0 | 0.0 | 410 | 0 | 0 | 0 | 500 busy (7) | busy | `databaseConnectionLost` 2, `readyAgain` 1 | `DatabaseDown` |',
  );
  expect(brokenIn(kept)).toEqual([]);
});

it('names what was not as promised', () => {
  const late = { ...none, unavailableMs: 31_000 };
  const broken = brokenIn({
    ...kept,
    failure: { calls: late, uploads: late },
    unanswered: 1,
    odd: ['draw: 400 wrong'],
    lost: ['the draw 7'],
  });
  expect(broken).toEqual([
    'primary killed: calls after the failure failed for 31 s',
    'primary killed: 1 users got no answer at all',
    'primary killed: a user got draw: 400 wrong',
    'primary killed: lost: the draw 7',
  ]);
});

it('counts warnings and recoveries in a log', () => {
  const line = (event: string, level: number) => JSON.stringify({ event, level, time: 1 });
  const lines = [line('request', 30), line('fault', 50), line('fault', 50), line('readyAgain', 30), 'not JSON'];
  expect(countEvents(lines)).toEqual({ fault: 2, readyAgain: 1 });
});
