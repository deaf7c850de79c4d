import { contrastRatio } from '@fridge/remote-kit/testing';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(new URL('./night.module.css', import.meta.url), 'utf8');

/** The colours that a class names. */
function coloursOf(name: string): Record<string, string> {
  const body = new RegExp(`^\\.${name} \\{([^}]*)\\}`, 'm').exec(sheet)?.[1] ?? '';
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, property = '', colour = '']) => [property, colour]),
  );
}

const main = coloursOf('night');

describe.each([
  ['ice blue', main],
  ['premium', { ...main, ...coloursOf('skin1') }],
  ['young', { ...main, ...coloursOf('skin2') }],
])('the night, %s', (_, colours) => {
  const ratio = (ink: string, ground: string) => contrastRatio(colours[ink] ?? '', colours[ground] ?? '');

  it.each(['text', 'quiet', 'gold'])('shows %s on every part of the sky and on the worktop', (ink) => {
    for (const ground of ['sky-top', 'sky-low', 'sky-edge', 'counter-front'])
      expect(ratio(ink, ground), ground).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['gold', 'coral', 'mint', 'lavender', 'cream'])('shows what is written on a %s magnet', (ground) => {
    expect(ratio('paper-ink', ground)).toBeGreaterThanOrEqual(4.5);
  });

  it('shows what is written on the button', () => expect(ratio('button-ink', 'gold')).toBeGreaterThanOrEqual(4.5));
});
