import { expect, it } from 'vitest';
import { createBadLines, readJsonLines } from './json-lines.ts';

const LONGEST = 50_000;
const read = (text: string) => [...readJsonLines(text, LONGEST, (value) => ({ value }))];

it('reads each line, without blank ones and a byte order mark', () => {
  const file = '\uFEFF{"fridgeId":"F1","problem":"控糖"}\n\n  \r\n{"fridgeId":"F2"}\r\n[1]\n"last"';
  expect(read(file)).toEqual([
    { line: 1, value: { fridgeId: 'F1', problem: '控糖' } },
    { line: 4, value: { fridgeId: 'F2' } },
    { line: 5, value: [1] },
    { line: 6, value: 'last' },
  ]);
});

it('names each bad line without quoting it and reads on', () => {
  expect(read(`{"fridgeId":"F1",\n{"a":"\uFFFD"}\n"${'x'.repeat(LONGEST)}"\n{}`)).toEqual([
    { line: 1, reason: 'not JSON' },
    { line: 2, reason: 'not UTF-8' },
    { line: 3, reason: `longer than ${LONGEST} bytes` },
    { line: 4, value: {} },
  ]);
});

it.each(['', '\n', '\r\n\n'])('finds nothing in %j', (file) => expect(read(file)).toEqual([]));

it('names a thousand bad lines in their order, and counts the others', () => {
  const bad = createBadLines();
  for (let line = 1_500; line > 0; line -= 1) bad.add({ line, reason: 'bad' });
  const { rejected, badLines } = bad.listed();
  expect([rejected, badLines.length, badLines[0]?.line]).toEqual([1_500, 1_000, 501]);
});
