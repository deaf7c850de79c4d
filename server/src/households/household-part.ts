import * as v from 'valibot';
import { count, number, optionalNumber, positive, text } from '../commands/fields.ts';
import { householdRowSchema, rowKinds } from './household-rows.ts';

/** Rows of a part of an import. */
export const HOUSEHOLD_ROWS_AT_ONCE = 1_000;

const counted = { added: count, changed: count, removed: count };
const ids = v.pipe(v.array(v.string()), v.maxLength(HOUSEHOLD_ROWS_AT_ONCE));

/**
 * A part of an import. `importId`: of the part before, `null` for the first; `before`: what the parts before have done.
 * `assumed`: in a dry run, accounts and homes that the parts before would have added.
 */
export const householdPart = {
  rows: v.pipe(v.array(householdRowSchema), v.minLength(1), v.maxLength(HOUSEHOLD_ROWS_AT_ONCE)),
  importId: v.optional(v.nullable(positive), null),
  before: v.optional(v.object(counted), { added: 0, changed: 0, removed: 0 }),
  assumed: v.optional(v.object({ accounts: ids, homes: ids }), { accounts: [], homes: [] }),
};
export type HouseholdPart = v.InferOutput<v.ObjectSchema<typeof householdPart, undefined>>;

/**
 * Rows from 1. `waiting` for an account or a home that isn't there; `importId`: `null` of a dry run; `phonesMoved`:
 * taken from another account.
 */
export const importedHouseholdPart = v.object({
  importId: optionalNumber,
  counts: v.object(v.entriesFromList(rowKinds, v.object({ ...counted, unchanged: count }))),
  phonesMoved: count,
  waiting: v.array(number),
  rejected: v.array(v.object({ row: number, reason: text })),
});
export type ImportedHouseholdPart = v.InferOutput<typeof importedHouseholdPart>;
