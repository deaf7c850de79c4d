import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { giftName, isVirtualLevel } from '../activities/draw/outcomes.ts';
import { isoInShanghai } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { codeImports, prizeCodes } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { CommandRefused } from './command-refused.ts';
import { listDraw } from './draw.ts';
import type { ImportedCodes, ListedImports, TakenBack } from './protocol.ts';

const MAX_CODE = 64;

type Code = { code: string; pwd: string };
type Import = { level: number; codes: readonly Code[]; source: string; importId: number | null; dryRun: boolean };

/**
 * Adds codes to a virtual prize: stores valid rows and lists the others by number; a corrected file can be imported
 * again.
 * @throws CommandRefused for a shipped prize, or an `importId` that isn't an open import of this level
 */
export async function importCodes({ queries, clock }: Pick<Services, 'queries' | 'clock'>, { level, codes, source, importId, dryRun }: Import): Promise<ImportedCodes> {
  if (!isVirtualLevel(level)) throw new CommandRefused(`Level ${level} is shipped, it has no codes.`);
  const { good, rejected } = sortRows(codes);
  const known = (added: ReadonlySet<string>) => good.filter(({ code }) => !added.has(code)).map(({ row }) => ({ row, reason: 'known' as const }));
  const answer = (id: number | null, added: ReadonlySet<string>): ImportedCodes => ({
    importId: id,
    imported: added.size,
    rejected: [...rejected, ...known(added)].toSorted((left, right) => left.row - right.row),
  });
  if (dryRun) return answer(null, await newCodes(queries, good));

  return queries.transaction(async (transaction) => {
    if (importId !== null) await requireOpenImport(transaction, importId, level);
    const id = importId ?? (await beginImport(transaction, { level, source, times: { real: clock.real(), business: clock.business() } }));
    const added = new Set(await insertCodes(transaction, { id, level }, good));
    if (added.size === 0 && importId === null) {
      await transaction.delete(codeImports).where(eq(codeImports.id, id));
      return answer(null, added);
    }
    await transaction.update(codeImports).set({ imported: sql`${codeImports.imported} + ${added.size}` }).where(eq(codeImports.id, id));
    return answer(id, added);
  });
}

/** Newest first, with the number of assigned codes. */
export async function listImports(queries: Queries): Promise<ListedImports> {
  const given = queries.select({ importId: prizeCodes.importId, codes: count().as('codes') }).from(prizeCodes).where(isNotNull(prizeCodes.prizeId)).groupBy(prizeCodes.importId).as('given');
  const found = await queries.select({ entry: codeImports, given: given.codes }).from(codeImports).leftJoin(given, eq(given.importId, codeImports.id)).orderBy(desc(codeImports.id));
  return found.map(({ entry, given: codes }) => ({
    id: entry.id,
    level: entry.level,
    giftName: giftName(entry.level),
    source: entry.source,
    imported: entry.imported,
    given: codes ?? 0,
    at: isoInShanghai(entry.businessAt),
    takenBackAt: entry.takenBackAt === null ? null : isoInShanghai(entry.takenBackAt),
  }));
}

/**
 * Removes an import's codes. If a concurrent draw takes one, the import stays.
 * @throws CommandRefused when it doesn't exist, was taken back, or a code was given
 */
export async function takeBackImport({ queries, clock }: Pick<Services, 'queries' | 'clock'>, id: number): Promise<TakenBack> {
  return queries.transaction(async (transaction) => {
    const [found] = await transaction.select().from(codeImports).where(eq(codeImports.id, id)).for('update');
    if (found === undefined) throw new CommandRefused(`There is no import ${id}. See draw imports.`);
    if (found.takenBackAt !== null) throw new CommandRefused(`Import ${id} was taken back already.`);
    // Before locking codes: draws skip locked codes, and would lose a prize to a refused command.
    await refuseIfGiven(transaction, id);
    await transaction.select({ id: prizeCodes.id }).from(prizeCodes).where(eq(prizeCodes.importId, id)).orderBy(prizeCodes.id).for('update');
    await refuseIfGiven(transaction, id);
    const removed = await transaction.delete(prizeCodes).where(eq(prizeCodes.importId, id)).returning({ id: prizeCodes.id });
    await transaction.update(codeImports).set({ takenBackAt: new Date(clock.business()) }).where(eq(codeImports.id, id));
    return { removed: removed.length, draw: await listDraw(transaction) };
  });
}

async function refuseIfGiven(transaction: Queries, id: number): Promise<void> {
  const given = await transaction.$count(prizeCodes, and(eq(prizeCodes.importId, id), isNotNull(prizeCodes.prizeId)));
  if (given > 0) throw new CommandRefused(`${given} codes of import ${id} were given to users already: it can't be taken back. Nothing was changed.`);
}

/** Locks the import against being taken back, until the transaction ends. */
async function requireOpenImport(transaction: Queries, id: number, level: number): Promise<void> {
  const open = and(eq(codeImports.id, id), eq(codeImports.level, level), isNull(codeImports.takenBackAt));
  const [found] = await transaction.select({ id: codeImports.id }).from(codeImports).where(open).for('update');
  if (found === undefined) throw new CommandRefused(`Import ${id} of level ${level} can't go on: there is none, or it was taken back.`);
}

type Row = Code & { row: number };

function sortRows(codes: readonly Code[]): { good: Row[]; rejected: ImportedCodes['rejected'] } {
  const rejected: ImportedCodes['rejected'] = [];
  const good = new Map<string, Row>();
  for (const [index, { code: rawCode, pwd: rawPwd }] of codes.entries()) {
    const [row, code, pwd] = [index + 1, rawCode.trim(), rawPwd.trim()];
    if (!isCode(code) || !isCode(pwd)) rejected.push({ row, reason: 'malformed' });
    else if (good.has(code)) rejected.push({ row, reason: 'repeated' });
    else good.set(code, { row, code, pwd });
  }
  return { good: [...good.values()], rejected };
}

function isCode(text: string): boolean {
  return text !== '' && text.length <= MAX_CODE && /^[\x21-\x7e]+$/.test(text);
}

async function newCodes(queries: Queries, good: readonly Row[]): Promise<Set<string>> {
  const offered = good.map(({ code }) => code);
  const known = offered.length === 0 ? [] : await queries.select({ code: prizeCodes.code }).from(prizeCodes).where(inArray(prizeCodes.code, offered));
  const old = new Set(known.map(({ code }) => code));
  return new Set(offered.filter((code) => !old.has(code)));
}

async function beginImport(transaction: Queries, { level, source, times }: { level: number; source: string; times: { real: number; business: number } }): Promise<number> {
  const [begun] = await transaction
    .insert(codeImports)
    .values({ level, source, realAt: new Date(times.real), businessAt: new Date(times.business) })
    .returning({ id: codeImports.id });
  if (begun === undefined) throw new Error('The row of an import is missing right after it was written.');
  return begun.id;
}

async function insertCodes(transaction: Queries, { id, level }: { id: number; level: number }, good: readonly Row[]): Promise<string[]> {
  if (good.length === 0) return [];
  const inserted = await transaction
    .insert(prizeCodes)
    .values(good.map(({ code, pwd }) => ({ level, code, pwd, importId: id })))
    .onConflictDoNothing()
    .returning({ code: prizeCodes.code });
  return inserted.map(({ code }) => code);
}
