import { randomUUID } from 'node:crypto';
import { type drawCalls, drawTerms } from '@fridge/shared-contracts/activities/draw';
import { and, eq, gt } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { drawAudit, drawChances, drawOutcomes, drawPrizes, draws, drawWeights } from '../../database/schema.ts';
import { refuse } from '../../http/refusal.ts';
import { isRequestId } from '../../http/request-id.ts';
import type { DataSent, VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { requireOpen } from '../require-open.ts';
import { lockChances } from './chances.ts';
import { giftName, isVirtualLevel, rollOutcome } from './outcomes.ts';
import { assignCode, takeStock, type Taken } from './stock.ts';

type DrawCall = typeof drawCalls.draw;

const DAY_MS = 24 * 60 * 60 * 1000;

type StoredDraw = typeof draws.$inferSelect;

/**
 * One draw: chance, stock, code, prize and audit change together or not at all. The same `requestId` of the same user
 * gives the same result for ever (architecture, "The wire"). A household without a fridge draws nothing new. A prize
 * that is sold out, or has no code left, falls to "thanks". Locks are taken in the order user, outcome, code.
 */
export async function draw({ household, fields: { requestId } }: VerifiedCall<DrawCall>, services: Services): Promise<DataSent<DrawCall>> {
  const { userId } = household.account;
  if (!isRequestId(requestId)) throw refuse.badInput();

  const { stored, isNew } = await services.queries.transaction(async (transaction) => {
    const remaining = await lockChances(transaction, userId);
    const [earlier] = await transaction.select().from(draws).where(and(eq(draws.userId, userId), eq(draws.requestId, requestId)));
    if (earlier !== undefined) return { stored: earlier, isNew: false };
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
    .select({ level: drawOutcomes.level, weight: drawOutcomes.weight, version: drawWeights.version })
    .from(drawOutcomes)
    .crossJoin(drawWeights);
  const rolled = rollOutcome(outcomes);
  const won = rolled.level === 0 ? null : await win(transaction, { userId, level: rolled.level, now });

  const stored: StoredDraw = { userId, requestId, level: won?.level ?? null, prizeId: won?.prizeId ?? null, surplus, drawnAt: new Date(now) };
  await transaction.insert(draws).values(stored);
  await transaction.insert(drawAudit).values({
    userId, requestId,
    roll: rolled.roll, totalWeight: rolled.total, weightsVersion: outcomes[0]?.version ?? 0,
    hitLevel: rolled.level, givenLevel: won?.level ?? 0, stockLeft: won?.stockLeft ?? (rolled.level === 0 ? null : 0),
    realAt: new Date(clock.real()), businessAt: new Date(now),
  });
  return stored;
}

type Won = { level: number; prizeId: string; stockLeft: number | null };

class NoCodeLeft extends Error {}

/** @returns `null` when the prize is sold out, nothing changed */
async function win(transaction: Queries, { userId, level, now }: { userId: string; level: number; now: number }): Promise<Won | null> {
  try {
    // A savepoint: the stock taken for a prize without a code goes back.
    return await transaction.transaction(async (attempt) => {
      const taken = await takeStock(attempt, level);
      return taken === null ? null : await handOut(attempt, { userId, level, now, taken });
    });
  } catch (error) {
    if (error instanceof NoCodeLeft) return null;
    throw error;
  }
}

async function handOut(attempt: Queries, { userId, level, now, taken }: { userId: string; level: number; now: number; taken: Taken }): Promise<Won> {
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
