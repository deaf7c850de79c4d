import { writeFile } from 'node:fs/promises';
import { CODES_AT_ONCE } from '@fridge/server/activities/draw/draw-protocol';
import { expect, it } from 'vitest';
import { answeringServer } from './testing/answering-server.ts';

const { answering, run, path, asked } = answeringServer();

const draw = {
  weightsVersion: 2,
  outcomes: [
    { level: 1, giftName: '冷柜', isVirtual: false, weight: 1, share: '0.1%', stock: 5, issued: 2, codesLeft: null },
  ],
};

it('sets an outcome and shows the result', async () => {
  await answering({ ok: true, data: draw });
  const typed = ['draw', 'set', '1', 'weight=1', 'stock=none', '--confirm'];
  const { code, output } = await run(...typed, '--as', '王梅', '--why', 'a trial');
  expect(asked()).toEqual([
    {
      command: 'draw.set',
      changes: [{ level: 1, weight: 1, stock: null }],
      confirmed: true,
      by: '王梅',
      why: 'a trial',
    },
  ]);
  expect(code).toBe(0);
  expect(output).toMatch(/1\s+1\s+0\.1%\s+5\s+2\s+-\s+冷柜/);
});

it('prints why the server refuses', async () => {
  await answering({ ok: false, error: "Level 1 has already issued 4: its stock can't be 3." });
  expect(await run('draw', 'set', '1', 'stock=3')).toEqual({
    code: 1,
    output: "Level 1 has already issued 4: its stock can't be 3.",
  });
});

const sentImport = {
  command: 'draw.importCodes',
  level: 3,
  source: 'codes.csv',
  by: expect.any(String),
  why: '',
  importId: null,
};

it('imports the good codes and names the lines of the bad ones', async () => {
  await answering({ ok: true, data: { importId: null, imported: 1, rejected: [{ row: 2, reason: 'malformed' }] } });
  const file = path('codes.csv');
  await writeFile(file, 'code,pwd\nA1,P1\nbroken\n"A 2",P2\n');
  const { code, output } = await run('draw', 'import-codes', '3', file);
  expect(asked()).toEqual([
    {
      ...sentImport,
      dryRun: false,
      codes: [
        { code: 'A1', pwd: 'P1' },
        { code: 'A 2', pwd: 'P2' },
      ],
    },
  ]);
  expect(code).toBe(1);
  expect(output).toBe(
    '1 codes imported, 2 rows not.\n  line 3: 1 columns instead of 2\n  line 4: code or secret is empty, too long or has blanks',
  );
});

it('imports nothing without a header, and sends nothing', async () => {
  const file = path('codes.csv');
  await writeFile(file, 'A1,P1\nA2,P2\n');
  expect(await run('draw', 'import-codes', '3', file)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Line 1 doesn't name the two columns/),
  });
  expect(asked()).toEqual([]);
});

it('reports what a dry run would import', async () => {
  await answering({ ok: true, data: { importId: null, imported: 1, rejected: [{ row: 2, reason: 'known' }] } });
  const file = path('codes.csv');
  await writeFile(file, '卡密,卡号\nP1,A1\nP2,A2\n');
  expect(await run('draw', 'import-codes', '3', file, '--dry-run')).toEqual({
    code: 0,
    output: '1 codes would go in, 1 rows not.\n  line 3: the code was imported before\nNothing was changed.',
  });
  expect(asked()).toEqual([
    {
      ...sentImport,
      dryRun: true,
      codes: [
        { code: 'A1', pwd: 'P1' },
        { code: 'A2', pwd: 'P2' },
      ],
    },
  ]);
});

it('sends a long file as one import, and names it', async () => {
  const file = path('codes.csv');
  await writeFile(file, `code,pwd\n${Array.from({ length: CODES_AT_ONCE + 1 }, (_, at) => `A${at},P`).join('\n')}`);
  await answering(
    { ok: true, data: { importId: 7, imported: CODES_AT_ONCE, rejected: [] } },
    { ok: true, data: { importId: 7, imported: 1, rejected: [] } },
  );
  expect(await run('draw', 'import-codes', '3', file)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^10001 codes imported, 0 rows not\.\nThis is import 7\..*draw take-back 7/),
  });
  expect(asked()).toMatchObject([{ importId: null }, { importId: 7 }]);
});

it('names a file that cannot be read', async () => {
  expect(await run('draw', 'import-codes', '3', path('none.csv'))).toMatchObject({
    code: 1,
    output: expect.stringMatching(/none\.csv can't be read/),
  });
});

it('succeeds for a file that was imported before', async () => {
  await answering({ ok: true, data: { importId: null, imported: 0, rejected: [{ row: 1, reason: 'known' }] } });
  const file = path('codes.csv');
  await writeFile(file, 'code,pwd\nA1,P1\n');
  expect((await run('draw', 'import-codes', '3', file)).code).toBe(0);
});
