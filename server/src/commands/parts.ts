import { type Column, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { told } from './fields.ts';

/** Where a part of a list ended: key and id of its last row. It holds when that row is gone, too. */
export const CURSOR = /^\d{1,15}\.[\w-]{1,64}$/;
export const after = v.optional(
  told(v.pipe(v.string(), v.regex(CURSOR, 'the next of the part before')), 'goes on at its next'),
);

export const cursorOf = (key: Date | number, id: string): string => `${Number(key)}.${id}`;

/** @param found of a part's rows, and the one after them if there is one */
export function partOf<Row, Cursor>(found: readonly Row[], most: number, cursor: (last: Row) => Cursor) {
  const part = found.slice(0, most);
  const last = part.at(-1);
  return { part, next: last !== undefined && found.length > most ? cursor(last) : null };
}

/** What lies beyond a cursor in a list by `key` (a time or a number), then `id`; without a cursor all. */
export function beyond(cursor: string | undefined, key: Column, id: Column, operator: '<' | '>'): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', last = ''] = cursor.split('.');
  const value = key.dataType === 'date' ? sql.param(new Date(Number(at)), key) : sql`${at}::bigint`;
  return sql`(${key}, ${id}) ${sql.raw(operator)} (${value}, ${last})`;
}
