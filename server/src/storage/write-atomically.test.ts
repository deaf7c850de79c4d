import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type * as promisesModule from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { FileIsThere, writeAtomically } from './write-atomically.ts';

vi.mock('node:fs/promises', async (actual) => {
  const promises = await actual<typeof promisesModule>();
  return { ...promises, open: vi.fn(promises.open) };
});

const folder = mkdtempSync(join(tmpdir(), 'write-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('writes a new file, and never replaces it', async () => {
  const path = join(folder, 'new.csv');
  await writeAtomically(path, 'first', { isNew: true });
  await expect(writeAtomically(path, 'second', { isNew: true })).rejects.toThrow(FileIsThere);
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('has the folder on the disk too, which holds the name', async () => {
  vi.mocked(open).mockClear();
  await writeAtomically(join(folder, 'kept.json'), '{}');
  expect(vi.mocked(open).mock.calls.at(-1)).toEqual([folder, 'r']);
});
