import { isMobilePhone } from '@fridge/shared-contracts/page';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { told, words } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import type { Queries } from '../database/database.ts';
import { maskedPhone } from '../prizes/prize-commands.ts';
import { accounts, fridges, homes } from './tables.ts';

/** A user, as an operator names one. */
export const who = told(
  v.pipe(words('an id, a phone or a fridge', 64), v.metadata({ isPerson: true })),
  "a user's id, phone or fridge, tried in this order",
);

/** A phone that is written with blanks, dashes, brackets, full-width digits or China's code; `null`: it is none. */
export function phoneIn(written: string): string | null {
  const digits = written.normalize('NFKC').replaceAll(/[\s\p{Pd}().]/gu, '');
  const phone = digits.replace(/^(?:\+|00)?86(?=\d{11}$)/, '');
  return isMobilePhone(phone) ? phone : null;
}

type Found = { userId: string; by: 'id' | 'phone' | 'fridge' };

/** By a primary key or a unique column each. @throws Refused where there is none */
export async function findUser(queries: Queries, written: string): Promise<Found> {
  const [byId] = await queries.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.userId, written));
  if (byId) return { ...byId, by: 'id' };
  const phone = phoneIn(written);
  const [byPhone] =
    phone === null
      ? []
      : await queries.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.phone, phone));
  if (byPhone) return { ...byPhone, by: 'phone' };
  const [byFridge] = await queries
    .select({ userId: homes.userId })
    .from(fridges)
    .innerJoin(homes, eq(homes.homeId, fridges.homeId))
    .where(eq(fridges.fridgeId, written));
  if (byFridge) return { ...byFridge, by: 'fridge' };
  throw new Refused(
    `There is no user with the id, the phone or the fridge ${phone === null ? written : maskedPhone(phone)}.`,
  );
}
