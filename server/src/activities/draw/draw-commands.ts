import { desc, getTableColumns } from 'drizzle-orm';
import * as v from 'valibot';
import { count, number, optionalNumber, text, told } from '../../commands/fields.ts';
import { partOf } from '../../commands/parts.ts';
import { Refused } from '../../commands/refused.ts';
import { command, type Context } from '../../commands/table.ts';
import { documentText } from '../../documents/documents.ts';
import { documentOf } from '../../documents/document-schema.ts';
import { auditFilter, auditOf, inPart } from '../../history/audits.ts';
import { drawDocumentSchema, levels, levelsOf, MOST_WEIGHT } from './draw-document.ts';
import type { DrawLevels } from './draw-to-confirm.ts';
import { countDrawsInDay, leftOf, listDraw, listedDraw, listedOutcome, perDay } from './list-draw.ts';
import { totalWeight } from './outcomes.ts';
import { drawAudit } from './tables.ts';
import { verifyDraws } from './verify-draws.ts';

/**
 * `drawsInDay`: of the last 24 hours of business time. `left`: what can still be won, `null`: no end; `perDay`: what
 * another such day would give of it.
 */
const foretoldDraw = v.object({
  ...listedDraw.entries,
  drawsInDay: number,
  outcomes: v.array(v.object({ ...listedOutcome, left: optionalNumber, perDay: number })),
});

/** The draw as it is or would be, with what it gives at the pace of the last day. */
async function foretellDraw({ queries, clock }: Pick<Context, 'queries' | 'clock'>, planned?: DrawLevels | null) {
  const [draw, drawsInDay] = [await listDraw(queries, planned ?? {}), await countDrawsInDay(queries, clock)];
  const total = totalWeight(draw.outcomes);
  const outcomes = draw.outcomes.map((outcome) => ({
    ...outcome,
    left: leftOf(outcome),
    perDay: perDay(outcome, total, drawsInDay),
  }));
  return { ...draw, drawsInDay, outcomes };
}

export const drawCommands = {
  'draw list': command({
    does: 'lists every outcome: weight, share, stock, issued, what is left, and what a day like the last gives of it',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: foretoldDraw,
    run: (_fields, context) => foretellDraw(context),
  }),
  'draw set': command({
    does: 'sets an outcome (level 0 is "thanks") while draws go on',
    may: ['operator'],
    kind: 'change',
    fields: {
      level: v.picklist(levels, `a level: ${levels.join(', ')}`),
      weight: v.optional(told(v.pipe(count, v.maxValue(MOST_WEIGHT, `at most ${MOST_WEIGHT}`)), 'of all weights')),
      stock: v.optional(v.nullable(told(count, 'what may be won in all; none: no end'))),
    },
    answer: foretoldDraw,
    foretells: true,
    async run({ level, weight, stock }, context) {
      if (weight === undefined && stock === undefined) throw new Refused('Name a weight or a stock to set.');
      const version = await context.configuration.change('draw', context, (current) => {
        const document = documentOf(drawDocumentSchema, current);
        const before = document.levels[level];
        const changed = { weight: weight ?? before.weight, stock: stock === undefined ? before.stock : stock };
        return documentText({ levels: { ...document.levels, [level]: changed } });
      });
      return foretellDraw(context, levelsOf(JSON.parse(version.document)));
    },
  }),
  'draw audit': command({
    does: 'lists how each draw came out: what the roll hit, what the user got (0 is "thanks"), what was left',
    may: ['viewer'],
    kind: 'read',
    fields: auditFilter,
    answer: auditOf({
      hitLevel: number,
      givenLevel: number,
      stockLeft: optionalNumber,
      roll: number,
      totalWeight: number,
      weightsVersion: number,
      requestId: text,
    }),
    async run(filter, { queries }) {
      const found = await queries
        .select({ ...getTableColumns(drawAudit), at: drawAudit.businessAt })
        .from(drawAudit)
        .where(inPart(drawAudit, filter))
        .orderBy(desc(drawAudit.id))
        .limit(filter.limit + 1);
      const { part: rows, next } = partOf(found, filter.limit, ({ id }) => id);
      return { rows, next };
    },
  }),
  /** `notKept`: older than the first kept weights. `wrong`: rows that don't hold. */
  'draw verify': command({
    does: 'recomputes every outcome from its roll, and names each that differs',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: v.object({
      checked: number,
      notKept: number,
      wrong: v.array(v.object({ id: number, userId: text, requestId: text, problem: text })),
    }),
    isFine: ({ wrong }) => wrong.length === 0,
    run: (_fields, { queries }) => verifyDraws(queries),
  }),
};
