import type { Queries } from '../database/database.ts';
import { prizeCodes } from '../database/schema.ts';
import { isVirtualLevel } from '../draw/levels.ts';
import { CommandRefused } from './command-refused.ts';

/** @property row counted from 1 */
export type RejectedRow = { row: number; reason: 'malformed' | 'repeated' | 'known' };

const LONGEST = 64;

/**
 * Adds codes to a virtual prize's pool. Good rows go in, bad ones are told by their number: a file can be mended and
 * imported again, and what is known already stays as it is.
 * @throws CommandRefused for a prize that is shipped
 */
export async function importCodes(queries: Queries, level: number, rows: readonly { code: string; pwd: string }[]): Promise<{ imported: number; rejected: RejectedRow[] }> {
  if (!isVirtualLevel(level)) throw new CommandRefused(`Level ${level} is shipped, it has no codes.`);
  const rejected: RejectedRow[] = [];
  const good = new Map<string, { row: number; code: string; pwd: string }>();
  for (const [place, { code: rawCode, pwd: rawPwd }] of rows.entries()) {
    const [row, code, pwd] = [place + 1, rawCode.trim(), rawPwd.trim()];
    if (!isCode(code) || !isCode(pwd)) rejected.push({ row, reason: 'malformed' });
    else if (good.has(code)) rejected.push({ row, reason: 'repeated' });
    else good.set(code, { row, code, pwd });
  }
  const offered = [...good.values()];
  const inserted = offered.length === 0 ? [] : await queries.insert(prizeCodes).values(offered.map(({ code, pwd }) => ({ level, code, pwd }))).onConflictDoNothing().returning({ code: prizeCodes.code });
  const added = new Set(inserted.map(({ code }) => code));
  rejected.push(...offered.filter(({ code }) => !added.has(code)).map(({ row }) => ({ row, reason: 'known' as const })));
  return { imported: added.size, rejected: rejected.toSorted((left, right) => left.row - right.row) };
}

/** Printable, without blanks: what a person can copy. */
function isCode(text: string): boolean {
  return text !== '' && text.length <= LONGEST && /^[\x21-\x7e]+$/.test(text);
}
