import { randomUUID } from 'node:crypto';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { drawAudit, drawChances, drawOutcomes, draws, drawWeights } from '../../database/schema.ts';
import { refuse, requireOpen } from '../../http/refusal.ts';
import { mayBeRequestId } from '../../http/signature.ts';
import { answer } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { hasReport } from '../report/reports.ts';
import { giftName, givePrize, hasFreeCode, isVirtualLevel, NoPrizeLeft, rollOutcome } from './outcomes.ts';

/** `everHad`: ever had a draw; `hasReport`: sharing the report can add one. */
export const getSurplusNum = answer(drawCalls.getSurplusNum, async ({ household: { account, fridges } }, { queries }) => {
  const remaining = await chancesOf(queries, account.userId);
  return { surplusNum: remaining ?? 0, everHad: remaining !== null, hasReport: await hasReport(queries, fridges) };
});

/**
 * Chance, stock, code, prize and audit change in one transaction. A repeated `requestId` returns the first result
 * (architecture, "The wire"). A prize without stock or code becomes "thanks". Lock order: user, outcome, code.
 */
export const draw = answer(drawCalls.draw, async ({ household, fields: { requestId } }, services) => {
  const { userId } = household.account;
  if (!mayBeRequestId(requestId)) throw refuse.badInput();

  const { level, prizeId, surplus, isNew } = await services.queries.transaction(async (transaction) => {
    const remaining = await chancesOf(transaction, userId, true);
    const [earlier] = await transaction.select().from(draws).where(and(eq(draws.userId, userId), eq(draws.requestId, requestId)));
    // The result is the earlier one, the count is today's: a share may have added a chance since.
    if (earlier !== undefined) return { ...earlier, surplus: remaining ?? 0, isNew: false };
    requireOpen(services, 'draw');
    if (household.fridges.length === 0) throw refuse.notice('server.noFridge');
    if (remaining === null) throw refuse.notice('server.draw.neverChance');
    if (remaining === 0) throw refuse.notice('server.draw.noChance');
    return { ...(await drawOnce(transaction, services, { userId, requestId, surplus: remaining - 1 })), isNew: true };
  });
  if (isNew) services.log.info({ event: 'drawn', level: level ?? 0 });
  return { requestId, id: prizeId, level, giftName: giftName(level), isVirtual: isVirtualLevel(level) ? 1 : 0, surplusNum: surplus };
}, { repeatable: true });

type DrawAsked = Pick<typeof draws.$inferSelect, 'userId' | 'requestId' | 'surplus'>;

async function drawOnce(transaction: Queries, { clock }: Services, asked: DrawAsked): Promise<typeof draws.$inferSelect> {
  const { userId, requestId, surplus } = asked;
  const now = clock.business();
  await transaction.update(drawChances).set({ remaining: surplus }).where(and(eq(drawChances.userId, userId), gt(drawChances.remaining, 0)));
  const outcomes = await transaction.select({ ...getTableColumns(drawOutcomes), version: drawWeights.version }).from(drawOutcomes).crossJoin(drawWeights);
  const rolled = rollOutcome(outcomes);
  const hit = outcomes.find(({ level }) => level > 0 && level === rolled.level);
  const { stockLeft, ...result } = hit === undefined ? thanks(null) : await win(transaction, { userId, now, hit });

  const stored = { ...asked, ...result, drawnAt: new Date(now) };
  await transaction.insert(draws).values(stored);
  await transaction.insert(drawAudit).values({
    userId, requestId,
    roll: rolled.roll, totalWeight: rolled.total, weightsVersion: outcomes[0]?.version ?? 0,
    hitLevel: rolled.level, givenLevel: result.level ?? 0, stockLeft,
    realAt: new Date(clock.real()), businessAt: new Date(now),
  });
  return stored;
}

/** `level` and `prizeId` are `null` for "thanks"; `stockLeft`: of the hit outcome, `null` if unlimited. */
type Result = { level: number | null; prizeId: string | null; stockLeft: number | null };

const thanks = (stockLeft: number | null): Result => ({ level: null, prizeId: null, stockLeft });

type Hit = Pick<typeof drawOutcomes.$inferSelect, 'level' | 'stock' | 'issued'>;

/** A plain read detects sold-out prizes first, without waiting for the row's lock. */
async function win(transaction: Queries, { userId, now, hit: { level, stock, issued } }: { userId: string; now: number; hit: Hit }): Promise<Result> {
  const stockLeft = stock === null ? null : stock - issued;
  if (stockLeft === 0 || (isVirtualLevel(level) && !(await hasFreeCode(transaction, level)))) return thanks(stockLeft);
  const prizeId = randomUUID();
  try {
    // A savepoint: without a code, the stock taken is returned.
    return { level, prizeId, stockLeft: await transaction.transaction((attempt) => givePrize(attempt, { id: prizeId, userId, level, now })) };
  } catch (error) {
    if (error instanceof NoPrizeLeft) return thanks(error.lacks === 'stock' ? 0 : stockLeft);
    throw error;
  }
}

/**
 * The draws left, `null` if there never was one.
 * @param locked serializes a user's draws until the transaction ends
 */
export async function chancesOf(queries: Queries, userId: string, locked = false): Promise<number | null> {
  const asked = queries.select().from(drawChances).where(eq(drawChances.userId, userId));
  const [chances] = await (locked ? asked.for('update') : asked);
  return chances?.remaining ?? null;
}

/** @returns the draws left */
export async function addChances(queries: Queries, userId: string, added: number): Promise<number> {
  const [chances] = await queries
    .insert(drawChances)
    .values({ userId, remaining: added })
    .onConflictDoUpdate({ target: drawChances.userId, set: { remaining: sql`${drawChances.remaining} + ${added}` } })
    .returning({ remaining: drawChances.remaining });
  return chances?.remaining ?? 0;
}
