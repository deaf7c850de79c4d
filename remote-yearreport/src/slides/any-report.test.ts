import { reportSchema } from '@fridge/shared-contracts/activities/report';
import { expect, it } from 'vitest';
import { reportOf } from '../testing/report-of.ts';
import { textOf } from './sentence.ts';
import { storyOf } from './slides-of.ts';

/** A small generator with a seed, so that a failure can be run again (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const hostile: readonly unknown[] = [
  null, undefined, '', ' ', 0, -1, 1, 10, 10.1, 0.01, 59.6, 99.99, 100_000, 100_001, 1e9, 1e300, '7', '-3', '12.5%', 'NaN', 'null', 'undefined', Number.NaN, Infinity, true, [], {}, [null], [[1]],
  '2022-07-21', '2020-02-29 23:59:59', '2022-07-21T16:30:00Z', '07-21', '00:00', '24:00', '04:00', '07:30', '21:00', '23:59:59', '<b>x</b>', '<img src=x onerror=alert(1)>', '{n}', '\u0000', '👨‍👩‍👧'.repeat(40), '长'.repeat(3000),
  [{ userName: '小禾', headUrl: 'javascript:alert(1)' }, { userName: null }, 7, 'x'], Array.from({ length: 500 }, (_, at) => `词${at}`), ['', null, '<i></i>', '保鲜专家'],
];

it('tells any report without a hole in it', () => {
  const fields = Object.keys(reportSchema.entries);
  for (let seed = 1; seed <= 1000; seed += 1) {
    const next = random(seed);
    const raw = Object.fromEntries(fields.map((field) => [field, hostile[Math.floor(next() * hostile.length)]]));
    for (const slide of storyOf(reportOf(raw))) {
      const lines = [slide.title, slide.label ?? '-', ...slide.sentences.map(textOf), ...(slide.users ? [textOf(slide.users)] : [])];
      if ('alt' in slide) lines.push(slide.alt, ...slide.bars.map(({ label, count }) => label + String(count)));
      if ('keywords' in slide) lines.push(...slide.keywords);
      if ('dietitians' in slide) lines.push(...slide.dietitians.map(({ userName }) => userName));
      const known = JSON.stringify([seed, slide]);
      expect(slide.sentences.length + ('bars' in slide ? slide.bars.length : 0) + ('keywords' in slide ? slide.keywords.length : 0), known).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line.trim(), known).not.toBe('');
        expect(line, known).not.toContain('\u0000');
        expect(line, known).not.toMatch(/NaN|Infinity|null|undefined|\[object|e\+\d|[{]n[}]次|<\/?[a-z]/i);
      }
      if ('lit' in slide) expect(slide.lit).toSatisfy((lit: number) => lit >= 0 && lit <= 1);
    }
  }
});
