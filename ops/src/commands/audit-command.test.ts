import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { answeringServer } from './testing/answering-server.ts';

const { answering, run, path, asked } = answeringServer();

it('names a file that it cannot write', async () => {
  await answering({ ok: true, data: { rows: [], next: null } });
  const file = path('a-file');
  await writeFile(file, '');
  expect(await run('draw', 'audit', '--csv', `${file}/audit.csv`)).toEqual({
    code: 1,
    output: `The file ${file}/audit.csv can't be written: there is a file of that name.`,
  });
});

it('writes an audit in parts into a file without formulas that only its owner can read', async () => {
  const row = {
    id: 9,
    at: '2023-08-01T10:00:00+08:00',
    realAt: '2026-01-01T10:00:00+08:00',
    userId: '=cmd',
    requestId: 'r',
    roll: 0,
    totalWeight: 1,
    weightsVersion: 1,
    hitLevel: 3,
    givenLevel: 0,
    stockLeft: null,
  };
  await answering(
    { ok: true, data: { next: 9, rows: [row] } },
    { ok: true, data: { next: null, rows: [{ ...row, id: 8, userId: 'U1' }] } },
  );
  const file = path('audit.csv');
  expect(await run('draw', 'audit', '--user', '=cmd', '--day', '2023-08-01', '--csv', file)).toEqual({
    code: 0,
    output: `2 rows written to ${file}.`,
  });
  expect(asked()).toEqual([
    { command: 'draw.audit', user: '=cmd', day: '2023-08-01', limit: 1_000 },
    { command: 'draw.audit', user: '=cmd', day: '2023-08-01', before: 9, limit: 1_000 },
  ]);
  const [header, first, second] = (await readFile(file, 'utf8')).split('\r\n');
  expect(header).toBe('id,at,userId,hitLevel,givenLevel,stockLeft,roll,totalWeight,weightsVersion,requestId,realAt');
  expect([first, second]).toEqual([
    "9,2023-08-01T10:00:00+08:00,'=cmd,3,0,,0,1,1,r,2026-01-01T10:00:00+08:00",
    expect.stringMatching(/^8,.*,U1,/),
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
