import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'in-memory-'));
afterAll(() => rmdirSync(folder));
beforeEach(() => {
  vi.stubEnv('TMPDIR', undefined);
  return () => vi.unstubAllEnvs();
});

it('is in memory where there is room', () => expect(temporaryFolder(folder, 1)).toBe(folder));

it.each([
  ['there is no such folder', join(folder, 'missing'), 1],
  ['it is too small', folder, Number.MAX_SAFE_INTEGER],
])("is the system's where %s", (_why, inMemory, neededBytes) =>
  expect(temporaryFolder(inMemory, neededBytes)).toBe(tmpdir()),
);

it("is the caller's, if it names one", () => {
  vi.stubEnv('TMPDIR', '/var/tmp');
  expect(temporaryFolder(folder, 1)).toBe('/var/tmp');
});
