import { describe, expect, it } from 'vitest';
import { fullReport } from '../testing/report-of.ts';
import { reportStep, type ReportEvent, type ReportState, shownPercent } from './report-machine.ts';

const run = (events: readonly ReportEvent[], from: ReportState = { phase: 'landing' }) =>
  events.reduce((state, event) => reportStep(state, event).state, from);
const entered: ReportEvent[] = [{ type: 'entered' }, { type: 'allowed', fridgeId: 'F' }];
const ticks = (count: number, step = 14): ReportEvent[] =>
  Array.from({ length: count }, () => ({ type: 'ticked', step }));
const loaded: ReportEvent = { type: 'loaded', report: fullReport };
const code: ReportEvent = { type: 'codeLoaded' };

describe('the report', () => {
  it.each<[string, ReportEvent[], ReportState['phase']]>([
    ['asks the host first', [{ type: 'entered' }], 'checking'],
    [
      'comes back to the landing when it may not',
      [{ type: 'entered' }, { type: 'denied', noFridge: false }],
      'landing',
    ],
    ['invites to bind a fridge', [{ type: 'entered' }, { type: 'denied', noFridge: true }], 'noFridge'],
    [
      'comes back once one is bound',
      [{ type: 'entered' }, { type: 'denied', noFridge: true }, { type: 'bound' }],
      'landing',
    ],
    ['loads', entered, 'loading'],
    ['waits for the progress', [...entered, loaded, code, ...ticks(7)], 'loading'],
    ['is done one tick behind 98', [...entered, loaded, code, ...ticks(8)], 'done'],
    ['waits for late data', [...entered, code, ...ticks(50)], 'loading'],
    ['waits for late code', [...entered, loaded, ...ticks(50)], 'loading'],
    ['goes on when the data come', [...entered, code, ...ticks(50), loaded, ...ticks(1)], 'done'],
    ['starts the slides', [...entered, code, loaded, ...ticks(8), { type: 'started' }], 'slides'],
    ['says that there are no data', [...entered, { type: 'loaded', report: null }], 'noData'],
    ['fails', [...entered, ...ticks(3), { type: 'failed' }], 'failed'],
    ['checks again on a retry', [...entered, { type: 'failed' }, { type: 'retried' }], 'failed'],
    ['tries again', [...entered, { type: 'failed' }, { type: 'allowed', fridgeId: 'F' }], 'loading'],
    [
      'stays failed where nobody logs in',
      [...entered, { type: 'failed' }, { type: 'denied', noFridge: false }],
      'failed',
    ],
    [
      'shows nothing of one user to another',
      [...entered, code, loaded, ...ticks(8), { type: 'started' }, { type: 'otherUser' }],
      'landing',
    ],
    ['has no late answer after a failure', [...entered, { type: 'failed' }, loaded, code, ...ticks(9)], 'failed'],
    ['has no failure after it was done', [...entered, loaded, code, ...ticks(8), { type: 'failed' }], 'done'],
    ['enters once', [{ type: 'entered' }, { type: 'entered' }], 'checking'],
  ])('%s', (_, events, phase) => expect(run(events).phase).toBe(phase));

  it('changes nothing for an event that does not belong', () => {
    const state = run(entered);
    expect(reportStep(state, { type: 'started' }).state).toBe(state);
    expect(reportStep(state, { type: 'entered' }).state).toBe(state);
  });
});

describe('the percentage', () => {
  it.each<[string, ReportEvent[], number]>([
    ['starts at 0', entered, 0],
    ['adds up', [...entered, ...ticks(3, 10)], 30],
    ['shows 98 itself', [...entered, ...ticks(7)], 98],
    ['holds at 98 where more was added', [...entered, ...ticks(6), ...ticks(1, 13), ...ticks(1)], 98],
    ['holds at 98 while the data are late', [...entered, code, ...ticks(200)], 98],
    ['shows 100 when it is done', [...entered, code, loaded, ...ticks(8)], 100],
    ['never 100 on a failure', [...entered, code, ...ticks(8), { type: 'failed' }], 0],
    ['starts anew on a retry', [...entered, ...ticks(8), { type: 'failed' }, { type: 'allowed', fridgeId: 'F' }], 0],
  ])('%s', (_, events, percent) => expect(shownPercent(run(events))).toBe(percent));

  it('never shows 99, whatever chance brings', () => {
    for (let last = 0; last <= 14; last += 1) {
      for (let first = 0; first <= 14; first += 1) {
        const shown = shownPercent(run([...entered, ...ticks(6), ...ticks(1, first), ...ticks(1, last)]));
        expect(shown).toBeLessThanOrEqual(98);
      }
    }
  });
});
