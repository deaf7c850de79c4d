import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beat } from './serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-heartbeat-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('writes a line at once and each second', () => {
  const file = join(folder, 'beats');
  const fd = openSync(file, 'w');
  beat(fd);
  expect(readFileSync(file, 'utf8')).toBe('\n');
  vi.advanceTimersByTime(3_500);
  expect(readFileSync(file, 'utf8')).toBe('\n'.repeat(4));
  vi.clearAllTimers();
  closeSync(fd);
});

it('goes on without a reader', () => {
  const fd = openSync(join(folder, 'closed'), 'w');
  closeSync(fd);
  expect(() => {
    beat(fd);
    vi.advanceTimersByTime(1_000);
  }).not.toThrow();
});
