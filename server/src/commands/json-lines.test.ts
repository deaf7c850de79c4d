import { expect, it } from 'vitest';
import { createBadLines, readJsonLines } from './json-lines.ts';

const LONGEST = 50_000;
async function read(text: string) {
  const found: unknown[] = [];
  for await (const line of readJsonLines(text, LONGEST, (value) => ({ value }))) found.push(line);
  return found;
}

it('reads each line, without blank ones and a byte order mark', async () => {
  const file = '\uFEFF{"fridgeId":"F1","problem":"控糖"}\n\n  \r\n{"fridgeId":"F2"}\r\n[1]\n"last"';
  expect(await read(file)).toEqual([
    { line: 1, value: { fridgeId: 'F1', problem: '控糖' } },
    { line: 4, value: { fridgeId: 'F2' } },
    { line: 5, value: [1] },
    { line: 6, value: 'last' },
  ]);
});

it('names each bad line without quoting it and reads on', async () => {
  expect(await read(`{"fridgeId":"F1",\n{"a":"\uFFFD"}\n"${'x'.repeat(LONGEST)}"\n{}`)).toEqual([
    { line: 1, reason: 'not JSON' },
    { line: 2, reason: 'not UTF-8' },
    { line: 3, reason: `longer than ${LONGEST} bytes` },
    { line: 4, value: {} },
  ]);
});

it.each(['', '\n', '\r\n\n'])('finds nothing in %j', async (file) => expect(await read(file)).toEqual([]));

it('names a thousand bad lines in their order, and counts the others', () => {
  const bad = createBadLines();
  for (let line = 1_500; line > 0; line -= 1) bad.add({ line, reason: 'bad' });
  const { rejected, badLines } = bad.listed();
  expect([rejected, badLines.length, badLines[0]?.line]).toEqual([1_500, 1_000, 501]);
});

it.each([
  ['good lines of one id', '{"fridgeId":"F1"}\n', 20_000],
  ['lines that are no JSON', 'F1,2310\n', 20_000],
  ['long lines', `"${'x'.repeat(LONGEST - 2)}"\n`, 100],
  ['lines that are too long', `"${'x'.repeat(LONGEST)}"\n`, 100],
  ['blank lines', '\n', 10_000_000],
])('lets other work go on while it reads %s', async (_, line, lines) => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await read(line.repeat(lines));
  clearImmediate(next);
  expect(turns).toBeGreaterThan(40);
});
