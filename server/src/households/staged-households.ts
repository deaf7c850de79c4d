import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { count } from '../commands/fields.ts';
import { type BadLines, readJsonLines } from '../commands/json-lines.ts';
import { type Queries, rowsOf } from '../database/database.ts';
import { HOUSEHOLD_LINE_BYTES, readHouseholdRow, type RowKind } from './household-rows.ts';
import { accounts, deviceConfigs, fridges, homes, householdLines as staged } from './tables.ts';

const STAGED_AT_ONCE = 1_000;
/** Rows of one statement, which ends well within the limit of statements. */
const PUT_AT_ONCE = 10_000;

/** `parts`: the good lines as JSON of staged rows, some at once. `lines`: how many there are, bad ones included. */
type HouseholdLines = { lines: number; parts: readonly string[] };

/** @param bad gets the bad lines */
export async function readHouseholdLines(text: string, bad: BadLines): Promise<HouseholdLines> {
  const parts: string[] = [];
  let [lines, part]: [number, string[]] = [0, []];
  const endPart = () => {
    parts.push(`[${part.join(',')}]`);
    part = [];
  };
  for await (const read of readJsonLines(text, HOUSEHOLD_LINE_BYTES, readHouseholdRow)) {
    lines += 1;
    if ('reason' in read) {
      bad.add(read);
      continue;
    }
    const { kind, id, line } = read;
    const fields = Object.fromEntries(Object.entries(read.fields).map(([name, value]) => [toSnakeCase(name), value]));
    part.push(JSON.stringify({ kind, id, line, fields }));
    if (part.length === STAGED_AT_ONCE) endPart();
  }
  if (part.length > 0) endPart();
  return { lines, parts };
}

export async function stage(transaction: Queries, parts: readonly string[]): Promise<void> {
  for (const part of parts)
    await transaction.execute(sql`
      insert into ${staged} (kind, id, line, fields) select kind, id, line, fields
      from jsonb_to_recordset(${part}::jsonb) as sent (kind text, id text, line integer, fields jsonb)`);
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

/** That a line's id is in no table, and no line of it gives a field. */
const isMissing = (field: string, kind: RowKind, table: PgTable, key: PgColumn): SQL => sql`
  line.id in (select id from ${staged} where kind = ${kind} group by id having count(fields -> ${field}) = 0)
  and not exists (select from ${table} where ${key} = line.id)`;
/** That a line names what is in no table and in no line. */
const isNowhere = (field: string, kind: RowKind, table: PgTable, key: PgColumn): SQL => sql`
  line.fields ->> ${field} is not null
  and not exists (select from ${table} where ${key} = line.fields ->> ${field})
  and not exists (select from ${staged} as other where other.kind = ${kind} and other.id = line.fields ->> ${field})`;

/** In the order in which one makes another: a line without its account is no home for a fridge. */
const problems: readonly (readonly [kind: RowKind, reason: string, where: SQL])[] = [
  [
    'account',
    'account.phone: missing, and the account is new',
    isMissing('phone', 'account', accounts, accounts.userId),
  ],
  ['home', 'home.userId: there is no such account', isNowhere('user_id', 'account', accounts, accounts.userId)],
  ['fridge', 'fridge.homeId: there is no such home', isNowhere('home_id', 'home', homes, homes.homeId)],
  [
    'fridge',
    'fridge.sn8: missing, and the fridge is new',
    sql`line.fields ->> 'home_id' is not null and ${isMissing('sn8', 'fridge', fridges, fridges.fridgeId)}`,
  ],
  [
    'fridge',
    'fridge.homeId: missing, and the fridge is new',
    isMissing('home_id', 'fridge', fridges, fridges.fridgeId),
  ],
];

/** Takes the lines out that don't fit what is there. */
export async function rejectLines(transaction: Queries, bad: BadLines): Promise<void> {
  for (const [kind, reason, where] of problems) {
    const gone = sql`delete from ${staged} as line where line.kind = ${kind} and ${where} returning line.line`;
    for (const { line } of await rowsOf(transaction, v.object({ line: v.number() }), gone)) bad.add({ line, reason });
  }
}

/** Leaves one line of each id: the last, with the fields of those before that it leaves out. */
export async function mergeLines(transaction: Queries): Promise<void> {
  await settlePhones(transaction);
  const repeated = sql`(
    select kind, id, max(line) as last from ${staged} group by kind, id having count(*) > 1) as repeated`;
  await transaction.execute(sql`
    update ${staged} as line set fields = (
      select jsonb_object_agg(key, value order by each.line) from ${staged} as each, jsonb_each(each.fields)
      where each.kind = repeated.kind and each.id = repeated.id)
    from ${repeated} where line.kind = repeated.kind and line.id = repeated.id and line.line = last`);
  await transaction.execute(sql`
    delete from ${staged} as line using ${repeated}
    where line.kind = repeated.kind and line.id = repeated.id and line.line < last`);
}

/** The phone that each account has by its lines, of which the last that names one counts. */
const namedPhones = sql`(
  select distinct on (id) id, line, fields ->> 'phone' as phone from ${staged}
  where kind = 'account' and fields -> 'phone' is not null order by id, line desc) as named`;

/** A phone is unique, and belongs to the account that names it last. */
async function settlePhones(transaction: Queries): Promise<void> {
  await transaction.execute(sql`
    update ${staged} as line set fields = line.fields || '{"phone": null}' from (
      select id, line, row_number() over (partition by phone order by line desc) as place
      from ${namedPhones} where phone is not null) as ranked
    where line.kind = 'account' and line.id = ranked.id and line.line = ranked.line and place > 1`);
}

/**
 * Takes the phones that an account gets from whoever has them.
 * @returns how many another account had
 */
export const movePhones = (transaction: Queries): Promise<number> =>
  countOf(
    transaction,
    sql`update ${accounts} set phone = null from ${namedPhones}
      where named.phone = accounts.phone and named.id <> accounts.user_id returning 1`,
  );

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
  // The key would lock against each transaction that refers to the row; a block may have come since it was read.
  const replaced = columns
    .filter((column) => !column.primary && column !== accounts.blockedBy)
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
