import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as v from 'valibot';
import { openEmbeddedDatabase } from '../testing/embedded-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { NoTurn, type OpenDatabase, rowsOf } from './database.ts';

let folder: string;
let database: OpenDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(temporaryFolder(), 'fridge-embedded-'));
  database = await openEmbeddedDatabase(join(folder, 'data'));
  await database.queries.execute(sql`create table called (name text not null)`);
  await database.queries.execute(
    sql.raw("create procedure note(p_name text) language sql as 'insert into called values (p_name)'"),
  );
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('sends no call whose caller gave up while it waited for its turn', async () => {
  const { queries, call } = database;
  let done = () => {};
  const blocking = queries.transaction(() => new Promise<void>((resolve) => (done = resolve)));
  const late = call('note', { p_name: 'late' }, performance.now() + 50);
  const patient = call('note', { p_name: 'patient' }, performance.now() + 60_000);
  setTimeout(() => done(), 150);
  await expect(late).rejects.toBeInstanceOf(NoTurn);
  await Promise.all([blocking, patient]);
  await expect(call('note', { p_name: 'over' }, performance.now() - 1)).rejects.toBeInstanceOf(NoTurn);
  expect(await rowsOf(queries, v.object({ name: v.string() }), sql`select name from called`)).toEqual([
    { name: 'patient' },
  ]);
});
