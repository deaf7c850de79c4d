import { randomUUID } from 'node:crypto';
import { drawPrizes } from '../prizes/tables.ts';
import { DAY_MS } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import type { TestHousehold } from './households.ts';

export const recipient = { name: '张三', phone: '13912345678', address: '江苏省南京市玄武区 中山路1号' } as const;

/** A recipient as stored. */
export const storedRecipient = {
  recipientName: recipient.name,
  recipientPhone: recipient.phone,
  recipientAddress: recipient.address,
} as const;

/** Adds a physical prize without an address, won at the given business time. @returns its id */
export async function addPrize(
  queries: Queries,
  { userId }: Pick<TestHousehold, 'userId'>,
  wonAt: Date,
  change: Partial<typeof drawPrizes.$inferInsert> = {},
): Promise<string> {
  const deadline = new Date(wonAt.getTime() + DAY_MS);
  const prize = { id: randomUUID(), userId, level: 2, isVirtual: false, wonAt, deadline, ...change };
  await queries.insert(drawPrizes).values(prize);
  return prize.id;
}
