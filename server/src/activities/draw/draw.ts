import { randomUUID } from 'node:crypto';
import { type drawCalls, drawTerms } from '@fridge/shared-contracts/activities/draw';
import { and, eq, gt } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { drawAudit, drawChances, drawOutcomes, drawPrizes, draws, drawWeights } from '../../database/schema.ts';
import { refuse } from '../../http/refusal.ts';
import { isRequestId } from '../../http/form.ts';
import type { DataSent, VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { requireOpen } from '../require-open.ts';
import { lockChances } from './chances.ts';
import { giftName, isVirtualLevel, rollOutcome } from './outcomes.ts';
import { assignCode, hasFreeCode, takeStock, type Taken } from './stock.ts';

type DrawCall = typeof drawCalls.draw;

const DAY_MS = 24 * 60 * 60 * 1000;

type StoredDraw = typeof draws.$inferSelect;

/**
 * Chance, stock, code, prize and audit change in one transaction. A repeated `requestId` returns the first result
 * (architecture, "The wire"). A prize without stock or code becomes "thanks". Lock order: user, outcome, code.
 */
export async function draw({ household, fields: { requestId } }: VerifiedCall<DrawCall>, services: Services): Promise<DataSent<DrawCall>> {
  const { userId } = household.account;
  if (!isRequestId(requestId)) throw refuse.badInput();

  const { stored, isNew } = await services.queries.transaction(async (transaction) => {
    const remaining = await lockChances(transaction, userId);
    const [earlier] = await transaction.select().from(draws).where(and(eq(draws.userId, userId), eq(draws.requestId, requestId)));
    // The result is the earlier one, the count is today's: a share may have added a chance since.
    if (earlier !== undefined) return { stored: { ...earlier, surplus: remaining ?? 0 }, isNew: false };
    requireOpen(services, 'draw');
    if (household.fridges.length === 0) throw refuse.notice('server.noFridge');
    if (remaining === null) throw refuse.notice('server.draw.neverChance');
    if (remaining === 0) throw refuse.notice('server.draw.noChance');
    return { stored: await drawOnce(transaction, services, { userId, requestId, surplus: remaining - 1 }), isNew: true };
  });
  if (isNew) services.log.info({ event: 'drawn', level: stored.level ?? 0 });
  return resultOf(stored);
}

async function drawOnce(transaction: Queries, { clock }: Services, { userId, requestId, surplus }: { userId: string; requestId: string; surplus: number }): Promise<StoredDraw> {
  const now = clock.business();
  await transaction.update(drawChances).set({ remaining: surplus }).where(and(eq(drawChances.userId, userId), gt(drawChances.remaining, 0)));
  const outcomes = await transaction
    .select({
      level: drawOutcomes.level, weight: drawOutcomes.weight, isVirtual: drawOutcomes.isVirtual,
      stock: drawOutcomes.stock, issued: drawOutcomes.issued, version: drawWeights.version,
    })
    .from(drawOutcomes)
    .crossJoin(drawWeights);
  const rolled = rollOutcome(outcomes);
  const hit = outcomes.find(({ level }) => level === rolled.level);
  const result = rolled.level === 0 || hit === undefined ? thanks(null) : await win(transaction, { userId, now, hit });

  const stored: StoredDraw = { userId, requestId, level: result.level, prizeId: result.prizeId, surplus, drawnAt: new Date(now) };
  await transaction.insert(draws).values(stored);
  await transaction.insert(drawAudit).values({
    userId, requestId,
    roll: rolled.roll, totalWeight: rolled.total, weightsVersion: outcomes[0]?.version ?? 0,
    hitLevel: rolled.level, givenLevel: result.level ?? 0, stockLeft: result.stockLeft,
    realAt: new Date(clock.real()), businessAt: new Date(now),
  });
  return stored;
}

/** `stockLeft`: of the hit outcome; `null`: unlimited. */
type Result = { level: number; prizeId: string; stockLeft: number | null } | { level: null; prizeId: null; stockLeft: number | null };

const thanks = (stockLeft: number | null): Result => ({ level: null, prizeId: null, stockLeft });

class NoCodeLeft extends Error {}

type Hit = { level: number; isVirtual: boolean; stock: number | null; issued: number };

/** A plain read detects sold-out prizes first, without waiting for the row's lock. */
async function win(transaction: Queries, { userId, now, hit }: { userId: string; now: number; hit: Hit }): Promise<Result> {
  const stockLeft = hit.stock === null ? null : hit.stock - hit.issued;
  if (stockLeft === 0 || (hit.isVirtual && !(await hasFreeCode(transaction, hit.level)))) return thanks(stockLeft);
  try {
    // A savepoint: without a code, the stock taken is returned.
    return await transaction.transaction(async (attempt) => {
      const taken = await takeStock(attempt, hit.level);
      return taken === null ? thanks(0) : await handOut(attempt, { userId, level: hit.level, now, taken });
    });
  } catch (error) {
    if (error instanceof NoCodeLeft) return thanks(stockLeft);
    throw error;
  }
}

async function handOut(attempt: Queries, { userId, level, now, taken }: { userId: string; level: number; now: number; taken: Taken }): Promise<Result> {
  const prizeId = randomUUID();
  const days = taken.isVirtual ? drawTerms.redeemDays : drawTerms.addressDays;
  await attempt
    .insert(drawPrizes)
    .values({ id: prizeId, userId, level, isVirtual: taken.isVirtual, wonAt: new Date(now), deadline: new Date(now + days * DAY_MS) });
  if (taken.isVirtual && !(await assignCode(attempt, level, prizeId))) throw new NoCodeLeft();
  return { level, prizeId, stockLeft: taken.stockLeft };
}

function resultOf({ requestId, prizeId, level, surplus }: StoredDraw): DataSent<DrawCall> {
  return { requestId, id: prizeId, level, giftName: giftName(level), isVirtual: isVirtualLevel(level) ? 1 : 0, surplusNum: surplus };
}
