import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import * as v from 'valibot';
import { text } from '../../commands/fields.ts';
import { Refused } from '../../commands/refused.ts';
import { command } from '../../commands/table.ts';
import type { Queries } from '../../database/database.ts';
import { record } from '../../history/events.ts';
import type { Services } from '../../program/services.ts';
import { operatorLinks, operatorSessions } from './tables.ts';

export const LINK_LIFE_MS = 10 * 60 * 1000;

/** What the database keeps of a key: reading its tables lets nobody in. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

export const linkCommands = {
  'works review': command({
    does: 'gives a link that opens the review page once, within ten minutes, in the name of who asks',
    may: ['operator'],
    kind: 'look',
    fields: {},
    answer: v.object({ link: text }),
    async run(_fields, context) {
      const { queries, clock, environment, by } = context;
      if (!environment.LISTENERS.includes('operations'))
        throw new Refused('This process opens no operations listener: ask one whose LISTENERS name it.');
      await record(queries, context, clock, { about: [] });
      const key = await makeLink(queries, by, clock.real());
      return { link: `${environment.PUBLIC_OPERATIONS_ORIGIN}/enter?key=${key}` };
    },
  }),
};

/** @returns its key, which opens once, within ten minutes, in any process */
export async function makeLink(queries: Queries, operator: string, now: number): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await queries
    .insert(operatorLinks)
    .values({ keyHash: hashOf(key), operator, expiresAt: new Date(now + LINK_LIFE_MS) });
  return key;
}

const isOpen = (key: string, now: number) =>
  and(eq(operatorLinks.keyHash, hashOf(key)), isNull(operatorLinks.usedAt), gt(operatorLinks.expiresAt, new Date(now)));

/** Doesn't use the link up. @returns whom it was made for */
export async function findLink(queries: Queries, key: string, now: number): Promise<string | null> {
  const [found] = await queries
    .select({ operator: operatorLinks.operator })
    .from(operatorLinks)
    .where(isOpen(key, now));
  return found?.operator ?? null;
}

/** @returns the operator's name; of two concurrent calls one succeeds, the other gets `null` */
export async function useLink(queries: Queries, key: string, now: number): Promise<string | null> {
  const [used] = await queries
    .update(operatorLinks)
    .set({ usedAt: new Date(now) })
    .where(isOpen(key, now))
    .returning({ operator: operatorLinks.operator });
  return used?.operator ?? null;
}

/** Deletes links and sessions whose time is over. */
export async function pruneOperatorAccess({ queries, clock }: Pick<Services, 'queries' | 'clock'>): Promise<void> {
  const now = new Date(clock.real());
  await queries.delete(operatorLinks).where(lt(operatorLinks.expiresAt, now));
  await queries.delete(operatorSessions).where(lt(operatorSessions.expiresAt, now));
}
