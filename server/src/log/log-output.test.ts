import { mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { createLogOutput } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

function counting() {
  const count = { lines: 0 };
  return { count, dropped: (lines: number) => void (count.lines += lines) };
}

it('writes every line, in order', async () => {
  const file = join(folder, 'lines');
  writeFileSync(file, '');
  const { count, dropped } = counting();
  const fd = openSync(file, 'a');
  const output = createLogOutput({ fd, dropped });
  const lines = Array.from({ length: 1_000 }, (_, index) => `{"line":${index}}\n`);
  for (const line of lines) output.write(line);
  await output.drained();
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  output.write('last\n');
  output.write('of all\n');
  expect(output.flush()).toBe(true);
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toHaveLength(lines.join('').length + 12));
  expect(count.lines).toBe(0);
  closeSync(fd);
});

it('counts what a full disk takes none of, and tries again later', async () => {
  const { count, dropped } = counting();
  const output = createLogOutput({ fd: openSync('/dev/full', 'w'), dropped });
  output.write('one\n');
  output.write('two\n');
  await output.drained();
  expect(count.lines).toBe(2);
  output.write('three\n');
  expect(count.lines).toBe(3);
  expect(output.flush()).toBe(true);
});

it('drops new lines rather than keep them all, while nobody reads', () => {
  const { count, dropped } = counting();
  const output = createLogOutput({ fd: openSync('/dev/null', 'w'), dropped, mostWaitingBytes: 20 });
  for (let line = 0; line < 10; line += 1) output.write('0123456789\n');
  // The first is being written, the second waits.
  expect(count.lines).toBe(8);
});
