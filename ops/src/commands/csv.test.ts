import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvLine, writeCsv } from './csv.ts';

describe('csvLine', () => {
  it('quotes where needed, and is read back unchanged', () => {
    const cells = ['a', 'b,c', 'say "hi"', 'two\nlines', ''];
    expect(parse(csvLine(cells))).toEqual([cells]);
    expect(csvLine([1, null, 'x'])).toBe('1,,x\r\n');
  });

  it.each(['=1+1', '+86', '-2', '@SUM(A1)', ' =1', '\t=1', '\u200b=cmd', '\r=1', '\uFEFF@x'])(
    'makes %j text',
    (text) => {
      expect(parse(csvLine([text]), { trim: false })).toEqual([[`'${text}`]]);
    },
  );

  it('keeps numbers and plain text', () => expect(csvLine([-1, '2023-08-01', 'a=b'])).toBe('-1,2023-08-01,a=b\r\n'));
});

describe('writeCsv', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'csv-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function* rowsAfter(work: () => Promise<unknown>) {
    yield { id: 1 };
    await work();
  }

  it.each<[string, (file: string) => Promise<unknown>]>([
    ['a file', (file) => writeFile(file, 'of somebody else')],
    ['a link that leads nowhere', (file) => symlink(join(folder, 'nowhere'), file)],
  ])('leaves %s that appears meanwhile, and nothing of its own', async (what, appear) => {
    const file = join(folder, `${what}.csv`);
    await expect(
      writeCsv(
        file,
        ['id'],
        rowsAfter(() => appear(file)),
      ),
    ).rejects.toThrow('is there already');
    expect((await readdir(folder)).filter((name) => name.startsWith(what))).toEqual([`${what}.csv`]);
    expect(await readFile(file, 'utf8').catch(() => 'of somebody else')).toBe('of somebody else');
  });

  it('leaves nothing when the rows end early, so that it can be tried again', async () => {
    const file = join(folder, 'again.csv');
    const rows = rowsAfter(() => Promise.reject(new Error('the server went away')));
    await expect(writeCsv(file, ['id'], rows)).rejects.toThrow('the server went away');
    expect(
      await writeCsv(
        file,
        ['id'],
        rowsAfter(async () => undefined),
      ),
    ).toBe(1);
    expect(await readFile(file, 'utf8')).toBe('id\r\n1\r\n');
  });
});
