import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { count } from '../commands/fields.ts';
import { type BadLines, readJsonLines } from '../commands/json-lines.ts';
import type { Queries } from '../database/database.ts';
import { rowsOf } from '../database/rows-of.ts';
import { HOUSEHOLD_LINE_BYTES, readHouseholdRow, type RowKind } from './household-rows.ts';
import { accounts, deviceConfigs, fridges, homes } from './tables.ts';

const STAGED_AT_ONCE = 1_000;
/** Rows of one statement, which ends well within the limit of statements. */
const PUT_AT_ONCE = 10_000;

/** A table of the transaction: what the lines of an import give each row, by the names of columns. */
const staged = sql.identifier('household_lines');

type StagedLine = { kind: RowKind; id: string; line: number; fields: Record<string, unknown> };

/**
 * Writes the good lines into the staging table; a later line of an id lies over an earlier one.
 * @param bad gets the bad ones
 * @returns how many lines there are, bad ones included
 */
export async function stage(transaction: Queries, text: string, bad: BadLines): Promise<number> {
  await transaction.execute(sql`
    create temporary table ${staged}
      (kind text, id text, line integer, fields jsonb, primary key (kind, id)) on commit drop`);
  let lines = 0;
  const part = new Map<string, StagedLine>();
  const write = async () => {
    await transaction.execute(sql`
      insert into ${staged} select *
      from jsonb_to_recordset(${JSON.stringify([...part.values()])}::jsonb)
        as sent (kind text, id text, line integer, fields jsonb)
      on conflict (kind, id) do update set line = excluded.line, fields = ${staged}.fields || excluded.fields`);
    part.clear();
  };
  for (const read of readJsonLines(text, HOUSEHOLD_LINE_BYTES, readHouseholdRow)) {
    lines += 1;
    if ('reason' in read) {
      bad.add(read);
      continue;
    }
    const { kind, id, line } = read;
    const key = `${kind} ${id}`;
    const fields = Object.fromEntries(Object.entries(read.fields).map(([name, value]) => [toSnakeCase(name), value]));
    part.set(key, { kind, id, line, fields: { ...part.get(key)?.fields, ...fields } });
    if (part.size === STAGED_AT_ONCE) await write();
  }
  await write();
  await transaction.execute(sql`analyze ${staged}`);
  return lines;
}

/** `initial`: of a new row, what its line may leave out. */
const kinds: Record<RowKind, { table: PgTable; key: string; initial: object }> = {
  account: {
    table: accounts,
    key: 'user_id',
    initial: { nick_name: '', head_img_url: '', grid: '', supply: '', real_name_verified: false },
  },
  home: { table: homes, key: 'home_id', initial: {} },
  fridge: { table: fridges, key: 'fridge_id', initial: { spec: '', name: '' } },
  deviceConfig: { table: deviceConfigs, key: 'sn', initial: { high_brand: 0, dev_type: '' } },
};

const isNewFridge = sql`not exists (select from ${fridges} where fridge_id = id)`;

/** Once the kinds before are in. */
const problems: Partial<Record<RowKind, Readonly<Record<string, SQL>>>> = {
  account: {
    'account.phone: missing, and the account is new': sql`
      fields -> 'phone' is null and not exists (select from ${accounts} where user_id = id)`,
  },
  home: {
    'home.userId: there is no such account': sql`
      not exists (select from ${accounts} where user_id = fields ->> 'user_id')`,
  },
  fridge: {
    'fridge.homeId: missing, and the fridge is new': sql`fields -> 'home_id' is null and ${isNewFridge}`,
    'fridge.sn8: missing, and the fridge is new': sql`
      fields ->> 'home_id' is not null and fields -> 'sn8' is null and ${isNewFridge}`,
    'fridge.homeId: there is no such home': sql`
      fields ->> 'home_id' is not null and not exists (select from ${homes} where home_id = fields ->> 'home_id')`,
  },
};

/** Takes the lines out that don't fit what is there. */
export async function rejectLines(transaction: Queries, kind: RowKind, bad: BadLines): Promise<void> {
  for (const [reason, where] of Object.entries(problems[kind] ?? {})) {
    const gone = sql`delete from ${staged} where kind = ${kind} and ${where} returning line`;
    for (const { line } of await rowsOf(transaction, v.object({ line: v.number() }), gone)) bad.add({ line, reason });
  }
}

/**
 * A phone is unique, and belongs to the account that names it last: takes it from whoever has it.
 * @returns how many another account had
 */
export async function movePhones(transaction: Queries): Promise<number> {
  await transaction.execute(sql`
    update ${staged} as earlier set fields = earlier.fields || '{"phone": null}'
    from ${staged} as later
    where earlier.kind = 'account' and later.kind = 'account' and later.line > earlier.line
      and later.fields ->> 'phone' = earlier.fields ->> 'phone'`);
  return countOf(
    transaction,
    sql`update ${accounts} set phone = null from ${staged} as line
      where line.kind = 'account' and line.fields ->> 'phone' = accounts.phone and line.id <> accounts.user_id
      returning 1`,
  );
}

/** Fridges that nobody has any more. */
export async function removeFridges(transaction: Queries): Promise<Counts> {
  const without = sql`kind = 'fridge' and fields -> 'home_id' = 'null'`;
  const removed = await countOf(
    transaction,
    sql`delete from ${fridges} using ${staged} as line where ${without} and fridge_id = id returning 1`,
  );
  const named = await countOf(transaction, sql`delete from ${staged} where ${without} returning 1`);
  return { ...noCounts, removed, unchanged: named - removed };
}

async function countOf(transaction: Queries, changing: SQL): Promise<number> {
  const counting = sql`with changed as (${changing}) select count(*)::integer as count from changed`;
  const [row] = await rowsOf(transaction, v.object({ count }), counting);
  return row?.count ?? 0;
}

/** Adds and changes rows; one that stays as it is isn't locked. */
export async function put(transaction: Queries, kind: RowKind): Promise<Counts> {
  const { table, key: name, initial } = kinds[kind];
  const key = sql.identifier(name);
  const columns: PgColumn[] = Object.values(getTableColumns(table));
  // The key would lock against each transaction that refers to the row.
  const replaced = columns
    .filter(({ primary }) => !primary)
    .map((column) => sql.identifier(toSnakeCase(column.name)))
    .map((column) => sql`${column} = excluded.${column}`);
  let counts = noCounts;
  for (;;) {
    const [done] = await rowsOf(
      transaction,
      v.object({ named: count, added: count, changed: count }),
      sql`
        with named as (
          delete from ${staged} where (kind, id) in
            (select kind, id from ${staged} where kind = ${kind} limit ${PUT_AT_ONCE}) returning id, fields
        ), next as (
          select present, present.${key} is null as is_new, jsonb_populate_record(present,
            case when present.${key} is null then ${JSON.stringify(initial)}::jsonb || fields else fields end) as given
          from named left join ${table} as present on present.${key} = named.id
        ), put as (
          insert into ${table} select (given).* from next where given is distinct from present
          on conflict (${key}) do update set ${sql.join(replaced, sql`, `)}
        )
        select count(*)::integer as named, count(*) filter (where is_new)::integer as added,
          count(*) filter (where not is_new and given is distinct from present)::integer as changed
        from next`,
    );
    if (done === undefined || done.named === 0) return counts;
    const { named, added, changed } = done;
    counts = addCounts(counts, { added, changed, unchanged: named - added - changed, removed: 0 });
  }
}

export const countsSchema = v.object({ added: count, changed: count, removed: count, unchanged: count });
export type Counts = v.InferOutput<typeof countsSchema>;

export const noCounts: Counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };

export const addCounts = (one: Counts, other: Counts): Counts => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  removed: one.removed + other.removed,
  unchanged: one.unchanged + other.unchanged,
});
