import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type * as promisesModule from 'node:fs/promises';
import { link, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { FileIsThere, writeAtomically } from './write-atomically.ts';

vi.mock('node:fs/promises', async (actual) => {
  const promises = await actual<typeof promisesModule>();
  return { ...promises, link: vi.fn(promises.link), open: vi.fn(promises.open) };
});

const folder = mkdtempSync(join(tmpdir(), 'write-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([null, 'EPERM', 'EOPNOTSUPP'])('a new file, where a second name of a file is %s', (code) => {
  const path = join(folder, `${code}.csv`);
  const write = (text: string) => {
    if (code !== null) vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    return writeAtomically(path, text, { isNew: true });
  };

  it('is written, and never replaced', async () => {
    await write('first');
    await expect(write('second')).rejects.toThrow(FileIsThere);
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

it('has the folder on the disk too, which holds the name', async () => {
  vi.mocked(open).mockClear();
  await writeAtomically(join(folder, 'kept.json'), '{}');
  expect(vi.mocked(open).mock.calls.at(-1)).toEqual([folder, 'r']);
});
