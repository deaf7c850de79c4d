import { desc, getTableColumns } from 'drizzle-orm';
import * as v from 'valibot';
import { count, number, optionalNumber, text, told } from '../../commands/fields.ts';
import { partOf } from '../../commands/parts.ts';
import { Refused } from '../../commands/refused.ts';
import { command } from '../../commands/table.ts';
import { documentText } from '../../documents/documents.ts';
import { documentOf } from '../../documents/document-schema.ts';
import { auditFilter, auditOf, inPart } from '../../history/audits.ts';
import { drawDocumentSchema, levels, MOST_WEIGHT } from './draw-document.ts';
import { listDraw, listedDraw } from './list-draw.ts';
import { drawAudit } from './tables.ts';
import { verifyDraws } from './verify-draws.ts';

export const drawCommands = {
  'draw list': command({
    does: 'lists every outcome: weight, stock, issued, codes left',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: listedDraw,
    run: (_fields, { queries }) => listDraw(queries),
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
    answer: listedDraw,
    async run({ level, weight, stock }, context) {
      if (weight === undefined && stock === undefined) throw new Refused('Name a weight or a stock to set.');
      await context.configuration.change('draw', context, (current) => {
        const document = documentOf(drawDocumentSchema, current);
        const before = document.levels[level];
        const changed = { weight: weight ?? before.weight, stock: stock === undefined ? before.stock : stock };
        return documentText({ levels: { ...document.levels, [level]: changed } });
      });
      return listDraw(context.queries);
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
