import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { listDraw } from './list-draw.ts';
import { drawWeightsVersion } from './tables.ts';
import { drawOutcomes } from '../../prizes/tables.ts';
import type { Queries } from '../../database/database.ts';
import { Refused } from '../../commands/refused.ts';
import type { DocumentKind } from '../../documents/documents.ts';
import { drawToConfirm } from './draw-to-confirm.ts';
import { faultLines } from '../../documents/document-schema.ts';

/** Of one outcome. All weights together stay below 2^31, the column's range. */
export const MOST_WEIGHT = 1_000_000;
const MOST_STOCK = 1_000_000_000;

export const levels = [0, ...drawTerms.prizeLevels] as const;

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));
const outcome = v.strictObject({ weight: count(MOST_WEIGHT), stock: v.nullable(count(MOST_STOCK)) });
const thanks = v.strictObject({
  weight: count(MOST_WEIGHT),
  stock: v.null('"thanks" can\'t run out, set no stock for it: null'),
});

/** By level: 0 is "thanks". `stock`: what may be issued in all; `null`: no limit. */
export const drawDocumentSchema = v.strictObject({
  levels: v.strictObject({ 0: thanks, 1: outcome, 2: outcome, 3: outcome, 4: outcome, 5: outcome, 6: outcome }),
});
type DrawDocument = v.InferOutput<typeof drawDocumentSchema>;

/** Its tables hold what was issued. The serial is the version that each draw's audit row names. */
export const drawDocument: DocumentKind = {
  faultsOf: (document) => faultLines(drawDocumentSchema, document),
  initial: {},
  async stored(queries) {
    const outcomes = await queries.select().from(drawOutcomes).orderBy(asc(drawOutcomes.level));
    return { levels: Object.fromEntries(outcomes.map(({ level, weight, stock }) => [level, { weight, stock }])) };
  },
  async toConfirm(transaction, change) {
    const { levels: after } = v.parse(drawDocumentSchema, change.after);
    return drawToConfirm(levelsOf(change.before), after, (await listDraw(transaction)).outcomes);
  },
  async apply(transaction, { document, serial }) {
    const next = v.parse(drawDocumentSchema, document);
    // Ascending, so that changes lock rows in one order.
    for (const level of levels) await setOutcome(transaction, level, next.levels[level]);
    await transaction.update(drawWeightsVersion).set({ version: serial });
  },
};

/** @returns `null` for a document that another release wrote and this one can't read */
export function levelsOf(document: unknown): DrawDocument['levels'] | null {
  const parsed = v.safeParse(drawDocumentSchema, document);
  return parsed.success ? parsed.output.levels : null;
}

type Outcome = DrawDocument['levels'][keyof DrawDocument['levels']];

/** Locks the row only if it differs: draws of this level wait for the lock. */
async function setOutcome(transaction: Queries, level: (typeof levels)[number], { weight, stock }: Outcome) {
  const ofLevel = eq(drawOutcomes.level, level);
  const [present] = await transaction.select().from(drawOutcomes).where(ofLevel);
  if (present?.weight === weight && present.stock === stock) return;
  const [locked] = await transaction.select().from(drawOutcomes).where(ofLevel).for('no key update');
  const issued = locked?.issued ?? 0;
  if (stock !== null && stock < issued)
    throw new Refused(`Level ${level} has already issued ${issued}: its stock can't be ${stock}.`);
  await transaction.update(drawOutcomes).set({ weight, stock }).where(ofLevel);
}
