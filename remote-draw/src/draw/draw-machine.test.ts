import { describe, expect, it } from 'vitest';
import { type DrawEffect, type DrawEvent, type Drawn, type DrawState, drawStep, isDrawing } from './draw-machine.ts';
import type { ShownResult } from './shown-result.ts';

const result: ShownResult = { angle: 225, won: null };
const drawn: Drawn = { requestId: 'r', userId: 'u', left: 1, result };
const lost = { message: 'm', final: false };
const final = { message: 'm', final: true };
const stop = (chancesLeft: number | null): DrawEvent => ({ type: 'stopped', chancesLeft });
const tap: DrawEvent = { type: 'tapped', chancesLeft: 2, unfinished: false, needsFridge: false };
const states: Record<string, DrawState> = {
  idle: { phase: 'idle' },
  checking: { phase: 'checking' },
  spinning: { phase: 'spinning', requestId: 'r' },
  landing: { phase: 'landing', drawn },
  returning: { phase: 'returning', failure: lost },
  returningRuled: { phase: 'returning', failure: final },
  returningToLogin: { phase: 'returning', failure: 'needsLogin' },
  returningInSilence: { phase: 'returning', failure: { message: '', final: false } },
  result: { phase: 'result', result },
  noChance: { phase: 'noChance' },
  noFridge: { phase: 'noFridge' },
};
const state = (name: string): DrawState => states[name] ?? { phase: 'idle' };

describe('drawStep', () => {
  it.each<[string, DrawEvent, string]>([
    ['idle', tap, 'checking'],
    ['idle', { type: 'tapped', chancesLeft: null, unfinished: false, needsFridge: false }, 'checking'],
    ['idle', { type: 'tapped', chancesLeft: 0, unfinished: false, needsFridge: false }, 'noChance'],
    ['idle', { type: 'tapped', chancesLeft: 0, unfinished: true, needsFridge: false }, 'checking'],
    ['idle', { type: 'tapped', chancesLeft: 0, unfinished: false, needsFridge: true }, 'checking'],
    ['checking', { type: 'denied', noFridge: false }, 'idle'],
    ['checking', { type: 'denied', noFridge: true }, 'noFridge'],
    ['checking', { type: 'allowed', requestId: 'r' }, 'spinning'],
    ['spinning', { type: 'answered', drawn }, 'landing'],
    ['spinning', { type: 'failed', requestId: 'r', failure: lost }, 'returning'],
    ['spinning', { type: 'failed', requestId: 'r', failure: final }, 'returningRuled'],
    ['landing', stop(0), 'result'],
    ['returning', stop(0), 'idle'],
    ['returningRuled', stop(1), 'idle'],
    ['returningRuled', stop(null), 'idle'],
    ['returningRuled', stop(0), 'noChance'],
    ['spinning', { type: 'failed', requestId: 'r', failure: 'needsLogin' }, 'returningToLogin'],
    ['returningToLogin', stop(0), 'checking'],
    ['spinning', { type: 'replaced' }, 'returningInSilence'],
    ['landing', { type: 'replaced' }, 'returningInSilence'],
    ...['idle', 'result', 'noChance', 'noFridge'].map((from): [string, DrawEvent, string] => [
      from,
      { type: 'replaced' },
      'idle',
    ]),
    ['result', { type: 'dismissed' }, 'idle'],
    ['noChance', { type: 'dismissed' }, 'idle'],
    ['noFridge', tap, 'checking'],
  ])('%s, %j: %s', (from, event, to) => expect(drawStep(state(from), event).state).toEqual(state(to)));

  it.each<[string, string, DrawEvent]>([
    ...Object.keys(states)
      .filter((name) => name !== 'idle' && name !== 'noFridge')
      .map((name): [string, string, DrawEvent] => [name, 'a second tap', tap]),
    ['spinning', "another draw's answer", { type: 'answered', drawn: { ...drawn, requestId: 'other' } }],
    ['landing', 'a second answer', { type: 'answered', drawn }],
    ['returning', 'an answer after the failure', { type: 'answered', drawn }],
    ['landing', 'a failure after the answer', { type: 'failed', requestId: 'r', failure: lost }],
    ['result', 'a second stop', stop(1)],
    ['idle', 'a stop', stop(1)],
    ['spinning', "another draw's refusal", { type: 'failed', requestId: 'other', failure: 'needsLogin' }],
    ['checking', 'another user, who may be the one who draws', { type: 'replaced' }],
    ['returningToLogin', 'another user, to whom nothing is shown', { type: 'replaced' }],
    ['spinning', 'a dismissal', { type: 'dismissed' }],
    ['idle', 'a permission without a tap', { type: 'allowed', requestId: 'r' }],
  ])('%s ignores %s', (from, _, event) => {
    const before = state(from);
    expect(drawStep(before, event)).toEqual({ state: before, effects: [] });
  });

  it.each<[string, DrawEvent, DrawEffect[]]>([
    ['idle', tap, [{ type: 'draw' }]],
    ['idle', { type: 'tapped', chancesLeft: 0, unfinished: false, needsFridge: false }, []],
    ['landing', stop(0), [{ type: 'shown', drawn }]],
    ['returningToLogin', stop(0), [{ type: 'openLogin' }]],
    ['returning', stop(0), [{ type: 'toast', message: 'm' }]],
    ['returningRuled', stop(1), [{ type: 'toast', message: 'm' }]],
    ['returningRuled', stop(0), []],
    ['returningInSilence', stop(0), []],
  ])('%s, %j: does %j', (from, event, effects) => expect(drawStep(state(from), event).effects).toEqual(effects));

  it('is locked everywhere but at rest and where a fridge lacked, and says so while a draw is under way', () => {
    expect(Object.keys(states).filter((name) => drawStep(state(name), tap).state !== state(name))).toEqual([
      'idle',
      'noFridge',
    ]);
    expect(Object.keys(states).filter((name) => !isDrawing(state(name)))).toEqual([
      'idle',
      'result',
      'noChance',
      'noFridge',
    ]);
  });
});
