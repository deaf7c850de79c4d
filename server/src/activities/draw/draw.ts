import { randomUUID } from 'node:crypto';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { drawAudit, drawChances, drawOutcomes, draws, drawWeightsVersion } from '../../database/schema.ts';
import { refuse, requireOpen } from '../../http/refusal.ts';
import { mayBeRequestId } from '../../http/signature.ts';
import { answer } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { hasReport } from '../report/reports.ts';
import { giftName, givePrize, hasFreeCode, isVirtualLevel, NoPrizeLeft, rollOutcome } from './outcomes.ts';

/** `everHad`: ever had a chance; `hasReport`: sharing the report can add one. */
export const getSurplusNum = answer(
  drawCalls.getSurplusNum,
  async ({ household: { account, fridges } }, { queries }) => {
    const chancesLeft = await chancesOf(queries, account.userId);
    return {
      surplusNum: chancesLeft ?? 0,
      everHad: chancesLeft !== null,
      hasReport: await hasReport(queries, fridges),
    };
  },
);

/**
 * Chance, stock, code, prize and audit change in one transaction. A repeated `requestId` returns the first result
 * (architecture, "The wire"). A prize without stock or code becomes "thanks". Lock order: user, outcome, code.
 */
export const draw = answer(
  drawCalls.draw,
  async ({ household, fields: { requestId } }, services) => {
    const { userId } = household.account;
    if (!mayBeRequestId(requestId)) throw refuse.badInput();

    const { level, prizeId, chancesLeft, isNew } = await services.queries.transaction(async (transaction) => {
      const left = await chancesOf(transaction, userId, true);
      const [earlier] = await transaction
        .select()
        .from(draws)
        .where(and(eq(draws.userId, userId), eq(draws.requestId, requestId)));
      // The result is the earlier one, the count is today's: a share may have added a chance since.
      if (earlier !== undefined) return { ...earlier, chancesLeft: left ?? 0, isNew: false };
      requireOpen(services, 'draw');
      if (household.fridges.length === 0) throw refuse.notice('server.noFridge');
      if (left === null) throw refuse.notice('server.draw.neverChance');
      if (left === 0) throw refuse.notice('server.draw.noChance');
      return { ...(await drawOnce(transaction, services, { userId, requestId, chancesLeft: left - 1 })), isNew: true };
    });
    if (isNew) {
      services.metrics.drawn(level ?? 0);
      services.log.info({ event: 'drawn', level: level ?? 0 });
    }
    return {
      requestId,
      id: prizeId,
      level,
      giftName: giftName(level),
      isVirtual: isVirtualLevel(level) ? 1 : 0,
      surplusNum: chancesLeft,
    };
  },
  { acceptsUsedNonce: true },
);

type DrawAsked = Pick<typeof draws.$inferSelect, 'userId' | 'requestId' | 'chancesLeft'>;

async function drawOnce(
  transaction: Queries,
  { clock }: Services,
  asked: DrawAsked,
): Promise<typeof draws.$inferSelect> {
  const { userId, requestId, chancesLeft } = asked;
  const now = clock.business();
  await transaction
    .update(drawChances)
    .set({ chancesLeft })
    .where(and(eq(drawChances.userId, userId), gt(drawChances.chancesLeft, 0)));
  // One statement: weights and version agree while an operator changes them.
  const outcomes = await transaction
    .select({ ...getTableColumns(drawOutcomes), version: drawWeightsVersion.version })
    .from(drawOutcomes)
    .crossJoin(drawWeightsVersion);
  const rolled = rollOutcome(outcomes);
  const hit = outcomes.find(({ level }) => level > 0 && level === rolled.level);
  const { stockLeft, ...result } =
    hit === undefined ? thanks(null) : await tryToGive(transaction, { userId, now, hit });

  const stored = { ...asked, ...result, drawnAt: new Date(now) };
  await transaction.insert(draws).values(stored);
  await transaction.insert(drawAudit).values({
    userId,
    requestId,
    roll: rolled.roll,
    totalWeight: rolled.total,
    weightsVersion: outcomes[0]?.version ?? 0,
    hitLevel: rolled.level,
    givenLevel: result.level ?? 0,
    stockLeft,
    realAt: new Date(clock.real()),
    businessAt: new Date(now),
  });
  return stored;
}

/** `level` and `prizeId` are `null` for "thanks"; `stockLeft`: of the hit outcome, `null` if unlimited. */
type GivenResult = { level: number | null; prizeId: string | null; stockLeft: number | null };

const thanks = (stockLeft: number | null): GivenResult => ({ level: null, prizeId: null, stockLeft });

type Hit = Pick<typeof drawOutcomes.$inferSelect, 'level' | 'stock' | 'issued'>;

/** A plain read detects sold-out prizes first, without waiting for the row's lock. */
async function tryToGive(
  transaction: Queries,
  { userId, now, hit: { level, stock, issued } }: { userId: string; now: number; hit: Hit },
): Promise<GivenResult> {
  const stockLeft = stock === null ? null : stock - issued;
  if (stockLeft === 0 || (isVirtualLevel(level) && !(await hasFreeCode(transaction, level)))) return thanks(stockLeft);
  const prizeId = randomUUID();
  try {
    // A savepoint: without a code, the stock taken is returned.
    return {
      level,
      prizeId,
      stockLeft: await transaction.transaction((attempt) => givePrize(attempt, { id: prizeId, userId, level, now })),
    };
  } catch (error) {
    if (error instanceof NoPrizeLeft) return thanks(error.lacks === 'stock' ? 0 : stockLeft);
    throw error;
  }
}

/**
 * The chances left, `null` if there never was one.
 * @param locked serializes a user's draws until the transaction ends
 */
export async function chancesOf(queries: Queries, userId: string, locked = false): Promise<number | null> {
  const asked = queries.select().from(drawChances).where(eq(drawChances.userId, userId));
  const [chances] = await (locked ? asked.for('update') : asked);
  return chances?.chancesLeft ?? null;
}

/** @returns the chances left */
export async function addChances(queries: Queries, userId: string, added: number): Promise<number> {
  const [chances] = await queries
    .insert(drawChances)
    .values({ userId, chancesLeft: added })
    .onConflictDoUpdate({
      target: drawChances.userId,
      set: { chancesLeft: sql`${drawChances.chancesLeft} + ${added}` },
    })
    .returning({ chancesLeft: drawChances.chancesLeft });
  return chances?.chancesLeft ?? 0;
}
