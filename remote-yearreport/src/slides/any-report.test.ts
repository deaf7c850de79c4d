import { expect, it } from 'vitest';
import { anyReport } from '../testing/any-report.ts';
import { textOf } from './slide-model.ts';
import { storyOf } from './slides-of.ts';

it('tells any report without a hole in it', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    for (const slide of storyOf(anyReport(seed))) {
      const lines = [
        slide.title,
        slide.label ?? '-',
        ...slide.sentences.map(textOf),
        ...(slide.users ? [textOf(slide.users)] : []),
      ];
      if ('alt' in slide) lines.push(slide.alt, ...slide.bars.map(({ label, count }) => label + String(count)));
      if ('keywords' in slide) lines.push(...slide.keywords);
      if ('dietitians' in slide) lines.push(...slide.dietitians.map(({ userName }) => userName));
      const known = JSON.stringify([seed, slide]);
      expect(
        slide.sentences.length +
          ('bars' in slide ? slide.bars.length : 0) +
          ('keywords' in slide ? slide.keywords.length : 0),
        known,
      ).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line.trim(), known).not.toBe('');
        expect(line, known).not.toContain('\u0000');
        expect(line, known).not.toMatch(/NaN|Infinity|null|undefined|\[object|e\+\d|[{]n[}]次|<\/?[a-z]/i);
      }
      if ('lit' in slide) expect(slide.lit).toSatisfy((lit: number) => lit >= 0 && lit <= 1);
    }
  }
});
