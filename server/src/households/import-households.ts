import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { count, file, optionalNumber } from '../commands/fields.ts';
import { badLinesSchema, createBadLines } from '../commands/json-lines.ts';
import { Refused } from '../commands/refused.ts';
import { command, type Context } from '../commands/table.ts';
import { type Queries, rowsOf } from '../database/database.ts';
import { advisoryLocks } from '../database/exclusive-connection.ts';
import { record } from '../history/events.ts';
import { rowKinds } from './household-rows.ts';
import {
  addCounts,
  countsSchema,
  mergeLines,
  movePhones,
  put,
  readHouseholdLines,
  rejectLines,
  removeFridges,
  stage,
} from './staged-households.ts';

/** Kind of the problem that another import is under way. */
export const IMPORT_UNDER_WAY = 'importUnderWay';

/** `lines`: that aren't blank; in `counts`, several of one id are one. `phonesMoved`: taken from another account. */
const importedHouseholds = v.object({
  importId: optionalNumber,
  lines: count,
  phonesMoved: count,
  counts: v.object(v.entriesFromList(rowKinds, countsSchema)),
  ...badLinesSchema,
});
type ImportedHouseholds = v.InferOutput<typeof importedHouseholds>;

export const householdCommands = {
  'households import': command({
    does: 'adds and changes households; bad lines are named, good ones go in',
    may: ['operator'],
    kind: 'change',
    undo: 'Former households are not kept: import their lines again.',
    fields: { file: file('JSON lines: an account, home, fridge or deviceConfig each') },
    answer: importedHouseholds,
    isFine: ({ rejected }) => rejected === 0,
    run: ({ file: { text } }, context) => importHouseholds(text, context),
  }),
};

/**
 * Stages the lines in a table, then adds and changes what they name, kind by kind: lines may come in any order. Rows
 * are locked only once all lines are staged and judged, and those that stay as they are never.
 * @throws Refused while another import is under way, and for a file without lines
 */
async function importHouseholds(text: string, context: Context): Promise<ImportedHouseholds> {
  const bad = createBadLines();
  const { lines, parts } = await readHouseholdLines(text, bad);
  if (lines === 0) throw new Refused('The file is empty: send JSON lines.');
  return context.transact(async (transaction) => {
    await requireAlone(transaction);
    await stage(transaction, parts);
    await rejectLines(transaction, bad);
    await mergeLines(transaction);
    const phonesMoved = await movePhones(transaction);
    const removed = await removeFridges(transaction);
    const account = await put(transaction, 'account');
    const home = await put(transaction, 'home');
    const fridge = addCounts(removed, await put(transaction, 'fridge'));
    const deviceConfig = await put(transaction, 'deviceConfig');
    const counts = { account, home, fridge, deviceConfig };
    const total = Object.values(counts).reduce(addCounts);
    const { rejected, badLines } = bad.listed();
    const after = `${total.added} added, ${total.changed} changed, ${total.removed} removed`;
    const importId =
      rejected === lines
        ? null
        : await record(transaction, context, context.clock, {
            about: ['households'],
            changes: [{ path: 'rows', after }],
          });
    context.log.info({ event: 'householdsImported', importId, lines, rejected, ...total });
    return { importId: context.dryRun === true ? null : importId, lines, phonesMoved, counts, rejected, badLines };
  });
}

/** Over all processes, until the transaction ends. */
async function requireAlone(transaction: Queries): Promise<void> {
  const lock = sql`select pg_try_advisory_xact_lock(${advisoryLocks.householdImport}) as taken`;
  const [{ taken } = { taken: false }] = await rowsOf(transaction, v.object({ taken: v.boolean() }), lock);
  const text = 'Another import of households is under way. Try again when it has ended.';
  if (!taken) throw new Refused([{ text, kind: IMPORT_UNDER_WAY }]);
}
