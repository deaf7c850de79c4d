import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { asc } from 'drizzle-orm';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pictures, works } from '../activities/contest/tables.ts';
import { migrationsFolder } from '../package-folder.ts';
import { casing } from './columns.ts';
import { businessClock } from './tables.ts';

const journalSchema = v.looseObject({ entries: v.array(v.looseObject({ tag: v.string() })) });

let folder: string;
let client: PGlite;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fridge-migrations-'));
  client = new PGlite();
});
afterEach(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The migrations up to `last`. */
function migrationsUntil(last: string): string {
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const journal = v.parse(journalSchema, JSON.parse(readFileSync(path, 'utf8')));
  const end = journal.entries.findIndex(({ tag }) => tag === last) + 1;
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}

it(
  'set due times and review order of existing pictures and works, and keep all data',
  { timeout: 60_000 },
  async () => {
    const queries = drizzle(client, { casing });
    await migrate(queries, { migrationsFolder: migrationsUntil('0005_judged_answers') });
    await client.exec(`
    insert into business_clock (offset_ms) values (5);
    insert into accounts (user_id, phone) values ('U1', '13800000001');
    insert into pictures (name, user_id, released_at, removed_at) values
      ('in-a-work', 'U1', '2023-08-01T00:00:00Z', null),
      ('in-a-step', 'U1', '2023-08-01T00:00:00Z', null),
      ('orphan', 'U1', '2023-08-01T00:00:00Z', null),
      ('removed', 'U1', '2023-08-01T00:00:00Z', '2023-08-02T00:00:00Z'),
      ('removed-yet-named', 'U1', '2023-08-01T00:00:00Z', '2023-08-02T00:00:00Z');
    insert into works (id, user_id, kind, cook_name, description, phone, device_phone, fridge_id, spec, nick_name, head_img_url, cook_time, materials, tips, status, added_at, submitted_at)
      select id, 'U1', 'recipe', '', '', '', '', '', '', '', '', '', '', '', status, '2023-08-01T00:00:00Z', '2023-08-01T00:00:00Z'
      from (values ('approved', 1), ('pending', 0)) as given (id, status);
    insert into work_images (work_id, position, picture) values ('approved', 0, 'in-a-work'), ('approved', 1, 'removed-yet-named');
    insert into work_steps (work_id, position, picture, step_desc) values ('approved', 0, 'in-a-step', '');
    insert into work_decisions (work_id, user_id, cook_name, revision, decision, decided_by, real_at, business_at)
      select 'approved', 'U1', '', 1, decision, 'Lin', '2023-08-02T00:00:00Z', '2023-08-02T00:00:00Z' from (values ('rejected'), ('approved')) as given (decision);
  `);

    await migrate(queries, { migrationsFolder });

    const dayLater = new Date('2023-08-02T00:00:00Z');
    expect(
      await queries
        .select({ name: pictures.name, dueAt: pictures.dueAt, removedAt: pictures.removedAt })
        .from(pictures)
        .orderBy(asc(pictures.name)),
    ).toEqual([
      { name: 'in-a-step', dueAt: null, removedAt: null },
      { name: 'in-a-work', dueAt: null, removedAt: null },
      { name: 'orphan', dueAt: dayLater, removedAt: null },
      { name: 'removed', dueAt: dayLater, removedAt: dayLater },
      { name: 'removed-yet-named', dueAt: null, removedAt: dayLater },
    ]);
    expect(
      await queries
        .select({ id: works.id, lastDecision: works.lastDecision, heldUntil: works.heldUntil })
        .from(works)
        .orderBy(asc(works.id)),
    ).toEqual([
      { id: 'approved', lastDecision: 2, heldUntil: null },
      { id: 'pending', lastDecision: 0, heldUntil: null },
    ]);
    expect(
      await queries
        .select({ offsetMs: businessClock.offsetMs, demonstration: businessClock.demonstration })
        .from(businessClock),
    ).toEqual([{ offsetMs: 5, demonstration: null }]);
  },
);
