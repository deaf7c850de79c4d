import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type * as promisesModule from 'node:fs/promises';
import { link, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { FileIsThere, writeAtomically } from './write-atomically.ts';

vi.mock('node:fs/promises', async (actual) => {
  const promises = await actual<typeof promisesModule>();
  return { ...promises, open: vi.fn(promises.open), link: vi.fn(promises.link) };
});

const folder = mkdtempSync(join(tmpdir(), 'write-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['by a second name', null],
  ['by a copy where the file system has none', 'EPERM'],
])('writes a new file whole %s, and never replaces it', async (how, code) => {
  if (code !== null) vi.mocked(link).mockRejectedValue(Object.assign(new Error('no links'), { code }));
  const path = join(folder, `${how}.csv`);
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
