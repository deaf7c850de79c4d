import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { file, number, optionalNumber, positive, text, time, told, warnings } from '../../commands/fields.ts';
import { Refused } from '../../commands/refused.ts';
import { command, type Context } from '../../commands/table.ts';
import { type BadRow, inLineOrder, readCsv, rejectedRows } from '../../commands/csv.ts';
import type { Queries } from '../../database/database.ts';
import { record } from '../../history/events.ts';
import { documentText } from '../../documents/documents.ts';
import { documentOf } from '../../documents/document-schema.ts';
import { drawDocumentSchema } from './draw-document.ts';
import { listDraw, listedDraw } from './list-draw.ts';
import { giftName, isVirtualLevel, prizeLevel } from '../../prizes/prize-levels.ts';
import { codeImports, prizeCodes } from '../../prizes/tables.ts';

/** Codes of a statement. */
const CODES_AT_ONCE = 10_000;
const MAX_CODE = 64;

const columns = { code: ['code', '卡号'], pwd: ['pwd', '卡密'] } as const;
type Code = { line: number; code: string; pwd: string };

export const codeCommands = {
  /** `importId`: `null` if nothing was imported. `known`: how many were imported before. */
  'draw import-codes': command({
    does: 'adds codes to a virtual prize; broken rows are named, good ones go in',
    may: ['operator'],
    kind: 'change',
    undo: 'Codes of an import are removed by draw take-back, as long as none was given.',
    fields: {
      level: prizeLevel,
      file: file('a CSV whose first line names the columns code,pwd'),
      raiseStock: v.optional(told(v.boolean(), 'raises the stock, so that every code at hand can be won'), false),
    },
    answer: v.object({
      importId: optionalNumber,
      imported: number,
      known: number,
      rejected: rejectedRows,
      codesLeft: number,
      stock: optionalNumber,
      warnings,
    }),
    isFine: ({ rejected }) => rejected.length === 0,
    async run({ level, file: { name: source, text: csv }, raiseStock }, context) {
      if (!isVirtualLevel(level)) throw new Refused(`Level ${level} is shipped, it has no codes.`);
      const codes = { level, source, ...readCodes(csv) };
      return raiseStock
        ? importWithStock(codes, context)
        : context.transact(async (transaction) => {
            const imported = await importCodes(transaction, codes, context);
            return { ...imported, ...toldSupply(level, await supplyOf(transaction, level)) };
          });
    },
  }),
  /** Newest first. `given`: assigned codes. */
  'draw imports': command({
    does: 'lists every import of codes: what went in, what was given out since',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: v.array(
      v.object({
        id: number,
        at: time,
        level: number,
        imported: number,
        given: number,
        takenBackAt: v.nullable(time),
        source: text,
        giftName: text,
      }),
    ),
    run: (_fields, { queries }) => listImports(queries),
  }),
  'draw take-back': command({
    does: 'removes the codes of an import, as long as none of it was given out',
    may: ['operator'],
    kind: 'change',
    undo: 'The codes are gone: import their file again.',
    fields: { importId: told(positive, 'its number, see draw imports') },
    answer: v.object({ removed: number, draw: listedDraw }),
    run: ({ importId }, context) => context.transact((transaction) => takeBack(transaction, importId, context)),
  }),
};

/** Rows that can be codes; the others by line and reason. */
function readCodes(csv: string): { good: Code[]; bad: BadRow[] } {
  const { rows, bad } = readCsv(csv, columns);
  const good = new Map<string, Code>();
  for (const row of rows) {
    const { line, code, pwd } = row;
    const first = good.get(code);
    if (!isCode(code) || !isCode(pwd)) bad.push({ line, reason: 'code or secret is empty, too long or has blanks' });
    else if (first !== undefined) bad.push({ line, reason: `the code of line ${first.line} again` });
    else good.set(code, row);
  }
  return { good: [...good.values()], bad };
}

const isCode = (sent: string): boolean => sent.length <= MAX_CODE && /^[\x21-\x7e]+$/.test(sent);

type Import = {
  level: v.InferOutput<typeof prizeLevel>;
  source: string;
  good: readonly Code[];
  bad: readonly BadRow[];
};

/** A corrected file can be imported again: what is in stays. */
async function importCodes(transaction: Queries, { level, source, good, bad }: Import, context: Context) {
  const { clock } = context;
  const [begun] = await transaction
    .insert(codeImports)
    .values({ level, source, realAt: new Date(clock.real()), businessAt: new Date(clock.business()) })
    .returning({ id: codeImports.id });
  if (begun === undefined) throw new Error('The row of an import is missing right after it was written.');
  const importId = begun.id;
  let imported = 0;
  for (let start = 0; start < good.length; start += CODES_AT_ONCE) {
    const part = good.slice(start, start + CODES_AT_ONCE);
    const inserted = await transaction
      .insert(prizeCodes)
      .values(part.map(({ code, pwd }) => ({ level, code, pwd, importId })))
      .onConflictDoNothing()
      .returning({ id: prizeCodes.id });
    imported += inserted.length;
  }
  const answer = { imported, known: good.length - imported, rejected: inLineOrder(bad) };
  if (imported === 0) {
    await transaction.delete(codeImports).where(eq(codeImports.id, importId));
    return { importId: null, ...answer };
  }
  await transaction.update(codeImports).set({ imported }).where(eq(codeImports.id, importId));
  const changes = [{ path: `codes of level ${level}`, before: 0, after: imported }];
  await record(transaction, context, clock, { about: [`import ${importId}`], changes });
  return { importId, ...answer };
}

/** Codes and stock change together, or neither does. */
async function importWithStock(codes: Import, context: Context) {
  const { level } = codes;
  let imported: Awaited<ReturnType<typeof importCodes>> | undefined;
  let supply: Supply | undefined;
  await context.configuration.change('draw', context, async (current, transaction) => {
    imported = await importCodes(transaction, codes, context);
    const { levels } = documentOf(drawDocumentSchema, current);
    const { issued, codesLeft } = await supplyOf(transaction, level);
    const { weight, stock: before } = levels[level];
    // Draws that go on meanwhile take from one what they add to the other.
    const stock = before === null ? null : Math.max(before, issued + codesLeft);
    supply = { stock, issued, codesLeft };
    return documentText({ levels: { ...levels, [level]: { weight, stock } } });
  });
  if (imported === undefined || supply === undefined) throw new Error('A change of the draw imported nothing.');
  return { ...imported, ...toldSupply(level, supply) };
}

type Supply = { stock: number | null; issued: number; codesLeft: number };

async function supplyOf(queries: Queries, level: number): Promise<Supply> {
  const { outcomes } = await listDraw(queries);
  const { stock = 0, issued = 0, codesLeft } = outcomes.find((outcome) => outcome.level === level) ?? {};
  return { stock, issued, codesLeft: codesLeft ?? 0 };
}

function toldSupply(level: number, { stock, issued, codesLeft }: Supply) {
  if (stock === null || stock - issued >= codesLeft) return { stock, codesLeft, warnings: [] };
  const all = `draw set ${level} --stock ${issued + codesLeft}, or the same import with --raise-stock`;
  const warning = `${codesLeft} codes are at hand, and the stock lets ${stock - issued} more be won. To let all be won: ${all}.`;
  return { stock, codesLeft, warnings: [warning] };
}

const given = sql<number>`(
  select count(*)::integer from prize_codes where import_id = code_imports.id and prize_id is not null)`;

async function listImports(queries: Queries) {
  const found = await queries
    .select({ ...getTableColumns(codeImports), at: codeImports.businessAt, given })
    .from(codeImports)
    .orderBy(desc(codeImports.id));
  return found.map((entry) => ({ ...entry, giftName: giftName(entry.level) }));
}

/** If a concurrent draw takes one of its codes, the import stays. */
async function takeBack(transaction: Queries, id: number, context: Context) {
  const [found] = await transaction.select().from(codeImports).where(eq(codeImports.id, id)).for('update');
  if (found === undefined) throw new Refused(`There is no import ${id}. See draw imports.`);
  if (found.takenBackAt !== null) throw new Refused(`Import ${id} was taken back already.`);
  // Before locking codes: draws skip locked codes, and would lose a prize to a refused command.
  await refuseIfGiven(transaction, id);
  const free = and(eq(prizeCodes.importId, id), isNull(prizeCodes.prizeId));
  const removed = await transaction.delete(prizeCodes).where(free).returning({ id: prizeCodes.id });
  await refuseIfGiven(transaction, id);
  await transaction
    .update(codeImports)
    .set({ takenBackAt: new Date(context.clock.business()) })
    .where(eq(codeImports.id, id));
  const changes = [{ path: `codes of level ${found.level}`, before: removed.length, after: 0 }];
  await record(transaction, context, context.clock, { about: [`import ${id}`], changes });
  return { removed: removed.length, draw: await listDraw(transaction) };
}

async function refuseIfGiven(transaction: Queries, id: number): Promise<void> {
  const taken = await transaction.$count(prizeCodes, and(eq(prizeCodes.importId, id), isNotNull(prizeCodes.prizeId)));
  if (taken === 0) return;
  throw new Refused(
    `${taken} codes of import ${id} were given to users already: it can't be taken back. Nothing was changed.`,
  );
}
