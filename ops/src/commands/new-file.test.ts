import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNewFile } from './new-file.ts';

describe('writeNewFile', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'csv-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function* rowsAfter(work: () => Promise<unknown>) {
    yield 'id\r\n';
    await work();
  }

  it.each<[string, (file: string) => Promise<unknown>]>([
    ['a file', (file) => writeFile(file, 'of somebody else')],
    ['a link that leads nowhere', (file) => symlink(join(folder, 'nowhere'), file)],
  ])('leaves %s that appears meanwhile, and nothing of its own', async (what, appear) => {
    const file = join(folder, `${what}.csv`);
    await expect(
      writeNewFile(
        file,
        rowsAfter(() => appear(file)),
      ),
    ).rejects.toThrow('is there already');
    expect((await readdir(folder)).filter((name) => name.startsWith(what))).toEqual([`${what}.csv`]);
    expect(await readFile(file, 'utf8').catch(() => 'of somebody else')).toBe('of somebody else');
  });

  it('leaves nothing when the rows end early, so that it can be tried again', async () => {
    const file = join(folder, 'again.csv');
    const rows = rowsAfter(() => Promise.reject(new Error('the server went away')));
    await expect(writeNewFile(file, rows)).rejects.toThrow('the server went away');
    await writeNewFile(
      file,
      rowsAfter(async () => undefined),
    );
    expect(await readFile(file, 'utf8')).toBe('id\r\n');
  });
});
