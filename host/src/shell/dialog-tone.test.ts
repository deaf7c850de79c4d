import { describe, expect, it } from 'vitest';
import { contrastRatio, dialogColours } from './root-style.ts';

const night = { background: '#0b1030', ink: '#f4f0ff' };
const lacquer = { background: '#7a0a1b', ink: '#fff3dc' };

it.each([['#ffffff', '#000000', 21], ['#b3261e', '#ffffff', 6.54], ['#767676', '#ffffff', 4.54]])('%s and %s contrast %d to 1', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1);
});

describe('the colours of dialogs', () => {
  it.each([night, lacquer, { background: '#606060', ink: '#ffffff' }])('over %j are its own, and readable', (tone) => {
    const colours = dialogColours(tone);
    expect([colours?.['--dialog-surface'], colours?.['--dialog-ink']]).toEqual([tone.background, tone.ink]);
    for (const ink of ['--dialog-ink', '--dialog-ink-quiet'] as const) expect(contrastRatio(colours?.[ink] ?? '', tone.background)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['no tone', null],
    ['a light one', { background: '#ffd36b', ink: '#5a2c00' }],
    ['one that cannot be read', { background: '#777777', ink: '#888888' }],
  ])('are the skin’s over %s', (_, tone) => expect(dialogColours(tone)).toBeNull());
});
