import { and, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from '../database/database.ts';
import { advisoryLocks } from '../database/exclusive-connection.ts';
import type { FieldChange, Scope } from '../commands/actor.ts';
import { Refused } from '../commands/refused.ts';
import { command } from '../commands/table.ts';
import { record } from '../history/events.ts';
import { events } from '../history/tables.ts';
import type { Services } from '../program/services.ts';
import { addCounts, countOutcomes, describeCounts, totalOf } from './counts.ts';
import {
  type HouseholdPart,
  householdPart,
  type ImportedHouseholdPart,
  importedHouseholdPart,
} from './household-part.ts';
import type { HouseholdRow } from './household-rows.ts';
import { type PartPlan, planPart, type Stored } from './plan-part.ts';
import { accounts, deviceConfigs, fridges, homes } from './tables.ts';

const HOUSEHOLDS_IMPORTED = 'households import';

export const householdCommands = {
  [HOUSEHOLDS_IMPORTED]: command({
    does: 'adds and changes households; bad lines are named, good ones go in',
    may: ['operator'],
    kind: 'change',
    undo: 'Former households are not kept: import their lines again.',
    fields: householdPart,
    answer: importedHouseholdPart,
    run: (part, context) => applyPart(part, context, context),
  }),
};

/**
 * Applies a part of an import in one transaction, which also writes into the import's event what it has done so far.
 * @throws Refused when `importId` is no import's
 */
export async function applyPart(
  part: HouseholdPart,
  scope: Scope,
  { queries, clock, log }: Pick<Services, 'queries' | 'clock' | 'log'>,
): Promise<ImportedHouseholdPart> {
  const { rows } = part;
  const assumed = { accounts: new Set(part.assumed.accounts), homes: new Set(part.assumed.homes) };
  if (scope.dryRun === true) return answerOf(null, rows, planPart(rows, await findStored(queries, rows), assumed));

  return queries.transaction(async (transaction) => {
    // Parts are applied one at a time, over all processes.
    await transaction.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.householdImport})`);
    const plan = planPart(rows, await findStored(transaction, rows));
    await write(transaction, plan);
    const counts = countOutcomes(rows, plan.outcomes);
    const changes = [{ path: 'rows', after: describeCounts(addCounts(part.before, totalOf(counts))) }];
    const importId =
      part.importId === null
        ? await record(transaction, { ...scope, command: HOUSEHOLDS_IMPORTED }, clock, {
            about: ['households'],
            changes,
          })
        : await continueImport(transaction, part.importId, changes);
    log.info({ event: 'householdsImported', importId, ...totalOf(counts) });
    return answerOf(importId, rows, plan);
  });
}

function answerOf(importId: number | null, rows: readonly HouseholdRow[], plan: PartPlan): ImportedHouseholdPart {
  return {
    importId,
    counts: countOutcomes(rows, plan.outcomes),
    phonesMoved: plan.phonesMoved,
    waiting: plan.outcomes.flatMap((outcome, index) => (outcome === 'waiting' ? index + 1 : [])),
    rejected: plan.outcomes.flatMap((outcome, index) =>
      typeof outcome === 'object' ? { row: index + 1, reason: outcome.reason } : [],
    ),
  };
}

async function continueImport(transaction: Queries, importId: number, changes: FieldChange[]): Promise<number> {
  const changed = await transaction
    .update(events)
    .set({ changes })
    .where(and(eq(events.id, importId), eq(events.command, HOUSEHOLDS_IMPORTED)))
    .returning({ id: events.id });
  if (changed.length === 0) throw new Refused(`There is no import ${importId} to continue.`);
  return importId;
}

/** The rows that a part names, and the accounts that hold its phones. */
async function findStored(queries: Queries, rows: readonly HouseholdRow[]): Promise<Stored> {
  const userIds = rows.flatMap(({ kind, fields }) => (kind === 'account' || kind === 'home' ? fields.userId : []));
  const phones = rows.flatMap(({ kind, fields }) => (kind === 'account' ? (fields.phone ?? []) : []));
  const homeIds = rows.flatMap(({ kind, fields }) =>
    kind === 'home' || kind === 'fridge' ? (fields.homeId ?? []) : [],
  );
  const fridgeIds = rows.flatMap(({ kind, fields }) => (kind === 'fridge' ? fields.fridgeId : []));
  const sns = rows.flatMap(({ kind, fields }) => (kind === 'deviceConfig' ? fields.sn : []));
  const found = {
    accounts: await queries
      .select()
      .from(accounts)
      .where(or(inArray(accounts.userId, userIds), inArray(accounts.phone, phones))),
    homes: await queries.select().from(homes).where(inArray(homes.homeId, homeIds)),
    fridges: await queries.select().from(fridges).where(inArray(fridges.fridgeId, fridgeIds)),
    deviceConfigs: await queries.select().from(deviceConfigs).where(inArray(deviceConfigs.sn, sns)),
  };
  return {
    account: new Map(found.accounts.map((row) => [row.userId, row])),
    home: new Map(found.homes.map((row) => [row.homeId, row])),
    fridge: new Map(found.fridges.map((row) => [row.fridgeId, row])),
    deviceConfig: new Map(found.deviceConfigs.map((row) => [row.sn, row])),
  };
}

async function write(transaction: Queries, { write: rows, unbound, phoneGivenUp }: PartPlan): Promise<void> {
  if (phoneGivenUp.length > 0)
    await transaction.update(accounts).set({ phone: null }).where(inArray(accounts.userId, phoneGivenUp));
  if (rows.account.length > 0)
    await transaction
      .insert(accounts)
      .values(rows.account)
      .onConflictDoUpdate({ target: accounts.userId, set: replaced(accounts) });
  if (rows.home.length > 0)
    await transaction
      .insert(homes)
      .values(rows.home)
      .onConflictDoUpdate({ target: homes.homeId, set: replaced(homes) });
  if (unbound.length > 0) await transaction.delete(fridges).where(inArray(fridges.fridgeId, unbound));
  if (rows.fridge.length > 0)
    await transaction
      .insert(fridges)
      .values(rows.fridge)
      .onConflictDoUpdate({ target: fridges.fridgeId, set: replaced(fridges) });
  if (rows.deviceConfig.length > 0)
    await transaction
      .insert(deviceConfigs)
      .values(rows.deviceConfig)
      .onConflictDoUpdate({ target: deviceConfigs.sn, set: replaced(deviceConfigs) });
}

/** Every column as given but the key, whose update would wait for each transaction that refers to the row. */
function replaced(table: PgTable): Record<string, SQL> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([, { primary }]) => !primary)
      .map(([field, { name }]) => [field, sql`excluded.${sql.identifier(toSnakeCase(name))}`]),
  );
}
