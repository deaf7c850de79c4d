import * as v from 'valibot';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { MOST_WEIGHT } from '../../configuration/draw-limits.ts';
import { auditFilter, auditOf } from '../../operator/audit-protocol.ts';
import {
  type CommandTable,
  confirmed,
  count,
  doneBy,
  integer,
  limit,
  line,
  number,
  optionalNumber,
  positive,
  text,
  time,
} from '../../operator/command-fields.ts';

/** Codes of a part of an import. */
export const CODES_AT_ONCE = 10_000;
export const DRAWS_VERIFIED_AT_ONCE = 10_000;

export const prizeLevel = v.picklist(drawTerms.prizeLevels);

/** `share`: of all draws, in percent. `codesLeft`: unassigned codes; `null` for shipped prizes. */
const listedDraw = v.object({
  weightsVersion: number,
  outcomes: v.array(
    v.object({
      level: number,
      giftName: text,
      isVirtual: v.boolean(),
      weight: number,
      share: text,
      stock: optionalNumber,
      issued: number,
      codesLeft: optionalNumber,
    }),
  ),
});

export const drawCommands = {
  'draw.list': { fields: v.object({}), answer: listedDraw },
  /** Level 0: "thanks"; stock `null`: unlimited. Fields left out stay unchanged. */
  'draw.set': {
    fields: v.object({
      changes: v.pipe(
        v.array(
          v.strictObject({
            level: v.picklist([0, ...drawTerms.prizeLevels]),
            weight: v.optional(v.pipe(count, v.maxValue(MOST_WEIGHT))),
            stock: v.optional(v.nullable(count)),
          }),
        ),
        v.minLength(1),
        v.check((changes) => new Set(changes.map(({ level }) => level)).size === changes.length, 'each level once'),
      ),
      confirmed,
      ...doneBy,
    }),
    answer: listedDraw,
  },
  'draw.importCodes': {
    fields: v.object({
      level: prizeLevel,
      codes: v.pipe(
        v.array(v.strictObject({ code: v.string(), pwd: v.string() })),
        v.minLength(1),
        v.maxLength(CODES_AT_ONCE),
      ),
      source: v.optional(v.pipe(line, v.maxLength(200)), ''),
      importId: v.optional(optionalNumber, null),
      /** Returns the expected result; changes nothing. */
      dryRun: v.optional(v.boolean(), false),
      ...doneBy,
    }),
    /** Rows from 1. `importId`: `null` if nothing was imported. */
    answer: v.object({
      importId: optionalNumber,
      imported: number,
      rejected: v.array(v.object({ row: number, reason: v.picklist(['malformed', 'repeated', 'known']) })),
    }),
  },
  /** Newest first. `given`: assigned codes. */
  'draw.imports': {
    fields: v.object({}),
    answer: v.array(
      v.object({
        id: number,
        level: number,
        giftName: text,
        source: text,
        imported: number,
        given: number,
        at: time,
        takenBackAt: v.nullable(time),
      }),
    ),
  },
  'draw.takeBack': {
    fields: v.object({ importId: positive, ...doneBy }),
    answer: v.object({ removed: number, draw: listedDraw }),
  },
  /** `hitLevel`: by the roll; `givenLevel`: 0 for "thanks". */
  'draw.audit': {
    fields: auditFilter,
    answer: auditOf({
      requestId: text,
      roll: number,
      totalWeight: number,
      weightsVersion: number,
      hitLevel: number,
      givenLevel: number,
      stockLeft: optionalNumber,
    }),
  },
  /** In the order of ids, after one. `notKept`: older than the first kept weights. `wrong`: rows that don't hold. */
  'draw.verify': {
    fields: v.object({ after: v.optional(integer, 0), limit: limit(DRAWS_VERIFIED_AT_ONCE) }),
    answer: v.object({
      checked: number,
      notKept: number,
      wrong: v.array(v.object({ id: number, userId: text, requestId: text, problem: text })),
      next: optionalNumber,
    }),
  },
} as const satisfies CommandTable;

export type ListedDraw = v.InferOutput<typeof listedDraw>;
export type ImportedCodes = v.InferOutput<(typeof drawCommands)['draw.importCodes']['answer']>;
export type ListedImports = v.InferOutput<(typeof drawCommands)['draw.imports']['answer']>;
