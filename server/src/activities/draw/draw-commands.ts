import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { documentText } from '../../configuration/documents.ts';
import { drawDocumentSchema } from '../../configuration/draw-document.ts';
import { documentOf } from '../../configuration/fault-lines.ts';
import type { Queries } from '../../database/database.ts';
import { recordAction } from '../../operator/actions.ts';
import { type CommandHandler, CommandRefused, type ParsedRequest } from '../../operator/protocol.ts';
import type { ImportedCodes } from './draw-protocol.ts';
import { listDraw } from './list-draw.ts';
import { giftName, isVirtualLevel } from './outcomes.ts';
import { codeImports, prizeCodes } from './tables.ts';

/** Sets weights and stocks, all or none, as a new version of the draw. */
export const setDraw: CommandHandler<'draw.set'> = async (request, { queries, configuration }) => {
  const { changes, confirmed, by, why } = request;
  if (changes.some(({ level, stock = null }) => level === 0 && stock !== null))
    throw new CommandRefused('Level 0 is "thanks" and can\'t run out: set no stock for it.');
  await configuration.change('draw', { by, why, way: 'command', confirmed }, (current) => {
    const { levels } = documentOf(drawDocumentSchema, current);
    const changed = changes.map(({ level, weight = levels[level].weight, stock = levels[level].stock }) => [
      level,
      { weight, stock },
    ]);
    return documentText({ levels: { ...levels, ...Object.fromEntries(changed) } });
  });
  return listDraw(queries);
};

const MAX_CODE = 64;

type Code = ParsedRequest<'draw.importCodes'>['codes'][number];

/**
 * Adds codes to a virtual prize: stores valid rows and lists the others by number; a corrected file can be imported
 * again. Refused for a shipped prize, or an `importId` that isn't an open import of this level.
 */
export const importCodes: CommandHandler<'draw.importCodes'> = async (
  { level, codes, source, importId, dryRun, by, why },
  { queries, clock },
) => {
  if (!isVirtualLevel(level)) throw new CommandRefused(`Level ${level} is shipped, it has no codes.`);
  const { good, rejected } = sortRows(codes);
  const answer = (id: number | null, added: ReadonlySet<string>): ImportedCodes => {
    const known = good.filter(({ code }) => !added.has(code)).map(({ row }) => ({ row, reason: 'known' as const }));
    return {
      importId: id,
      imported: added.size,
      rejected: [...rejected, ...known].toSorted((left, right) => left.row - right.row),
    };
  };
  if (dryRun) return answer(null, await newCodes(queries, good));

  return queries.transaction(async (transaction) => {
    if (importId !== null) await requireOpenImport(transaction, importId, level);
    const id =
      importId ??
      (await beginImport(transaction, {
        level,
        source,
        realAt: new Date(clock.real()),
        businessAt: new Date(clock.business()),
      }));
    const added = await insertCodes(
      transaction,
      good.map(({ code, pwd }) => ({ level, code, pwd, importId: id })),
    );
    if (added.size === 0 && importId === null) {
      await transaction.delete(codeImports).where(eq(codeImports.id, id));
      return answer(null, added);
    }
    if (importId === null)
      await recordAction(
        transaction,
        { action: 'draw.importCodes', subject: `import ${id}, level ${level}`, by, why, way: 'command' },
        clock.real(),
      );
    await transaction
      .update(codeImports)
      .set({ imported: sql`${codeImports.imported} + ${added.size}` })
      .where(eq(codeImports.id, id));
    return answer(id, added);
  });
};

export const listImports: CommandHandler<'draw.imports'> = async (_request, { queries }) => {
  const given = queries
    .select({ importId: prizeCodes.importId, codes: count().as('codes') })
    .from(prizeCodes)
    .where(isNotNull(prizeCodes.prizeId))
    .groupBy(prizeCodes.importId)
    .as('given');
  const found = await queries
    .select({ ...getTableColumns(codeImports), at: codeImports.businessAt, given: given.codes })
    .from(codeImports)
    .leftJoin(given, eq(given.importId, codeImports.id))
    .orderBy(desc(codeImports.id));
  return found.map((entry) => ({ ...entry, giftName: giftName(entry.level), given: entry.given ?? 0 }));
};

/**
 * Removes an import's codes. If a concurrent draw takes one, the import stays. Refused when it doesn't exist, was taken
 * back, or a code was given.
 */
export const takeBackImport: CommandHandler<'draw.takeBack'> = ({ importId: id, by, why }, { queries, clock }) =>
  queries.transaction(async (transaction) => {
    const [found] = await transaction.select().from(codeImports).where(eq(codeImports.id, id)).for('update');
    if (found === undefined) throw new CommandRefused(`There is no import ${id}. See draw imports.`);
    if (found.takenBackAt !== null) throw new CommandRefused(`Import ${id} was taken back already.`);
    // Before locking codes: draws skip locked codes, and would lose a prize to a refused command.
    await refuseIfGiven(transaction, id);
    await transaction
      .select({ id: prizeCodes.id })
      .from(prizeCodes)
      .where(eq(prizeCodes.importId, id))
      .orderBy(prizeCodes.id)
      .for('update');
    await refuseIfGiven(transaction, id);
    const removed = await transaction
      .delete(prizeCodes)
      .where(eq(prizeCodes.importId, id))
      .returning({ id: prizeCodes.id });
    await transaction
      .update(codeImports)
      .set({ takenBackAt: new Date(clock.business()) })
      .where(eq(codeImports.id, id));
    await recordAction(
      transaction,
      { action: 'draw.takeBack', subject: `import ${id}, ${removed.length} codes`, by, why, way: 'command' },
      clock.real(),
    );
    return { removed: removed.length, draw: await listDraw(transaction) };
  });

async function refuseIfGiven(transaction: Queries, id: number): Promise<void> {
  const given = await transaction.$count(prizeCodes, and(eq(prizeCodes.importId, id), isNotNull(prizeCodes.prizeId)));
  if (given > 0)
    throw new CommandRefused(
      `${given} codes of import ${id} were given to users already: it can't be taken back. Nothing was changed.`,
    );
}

/** Locks the import against being taken back, until the transaction ends. */
async function requireOpenImport(transaction: Queries, id: number, level: number): Promise<void> {
  const open = and(eq(codeImports.id, id), eq(codeImports.level, level), isNull(codeImports.takenBackAt));
  const [found] = await transaction.select({ id: codeImports.id }).from(codeImports).where(open).for('update');
  if (found === undefined)
    throw new CommandRefused(`Import ${id} of level ${level} can't go on: there is none, or it was taken back.`);
}

type Row = Code & { row: number };

function sortRows(codes: readonly Code[]): { good: Row[]; rejected: ImportedCodes['rejected'] } {
  const rejected: ImportedCodes['rejected'] = [];
  const good = new Map<string, Row>();
  for (const [index, sent] of codes.entries()) {
    const [row, code, pwd] = [index + 1, sent.code.trim(), sent.pwd.trim()];
    if (!isCode(code) || !isCode(pwd)) rejected.push({ row, reason: 'malformed' });
    else if (good.has(code)) rejected.push({ row, reason: 'repeated' });
    else good.set(code, { row, code, pwd });
  }
  return { good: [...good.values()], rejected };
}

function isCode(text: string): boolean {
  return text.length <= MAX_CODE && /^[\x21-\x7e]+$/.test(text);
}

async function newCodes(queries: Queries, good: readonly Row[]): Promise<Set<string>> {
  const offered = good.map(({ code }) => code);
  const known = await queries
    .select({ code: prizeCodes.code })
    .from(prizeCodes)
    .where(inArray(prizeCodes.code, offered));
  const old = new Set(known.map(({ code }) => code));
  return new Set(offered.filter((code) => !old.has(code)));
}

async function beginImport(transaction: Queries, row: typeof codeImports.$inferInsert): Promise<number> {
  const [begun] = await transaction.insert(codeImports).values(row).returning({ id: codeImports.id });
  if (begun === undefined) throw new Error('The row of an import is missing right after it was written.');
  return begun.id;
}

/** @returns the codes that were new */
async function insertCodes(transaction: Queries, rows: (typeof prizeCodes.$inferInsert)[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await transaction
    .insert(prizeCodes)
    .values(rows)
    .onConflictDoNothing()
    .returning({ code: prizeCodes.code });
  return new Set(inserted.map(({ code }) => code));
}
