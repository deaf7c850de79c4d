import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { closedReason, refuse } from '../../edge/refusal.ts';
import { mayBeRequestId } from '../../admission/signature.ts';
import { answer, answerByOneStatement, readOnly } from '../../admission/signed-calls.ts';
import { refuseUnknownAccount } from '../../admission/admit.ts';
import { hasReport } from '../report/reports.ts';
import { giftName, isVirtualLevel } from '../../prizes/prize-levels.ts';
import { drawChances } from './tables.ts';

/** `everHad`: ever had a chance; `hasReport`: sharing the report can add one. */
export const getSurplusNum = answer(
  drawCalls.getSurplusNum,
  async ({ household: { account, fridges } }, { queries }) => {
    const [chancesLeft, reported] = await Promise.all([
      chancesOf(queries, account.userId),
      hasReport(queries, fridges),
    ]);
    return { surplusNum: chancesLeft ?? 0, everHad: chancesLeft !== null, hasReport: reported };
  },
  readOnly,
);

/**
 * A repeated `requestId` returns the first result (architecture, "The wire"), also when nothing may be drawn any more.
 * A prize without stock or code becomes "thanks".
 */
export const draw = answerByOneStatement(drawCalls.draw, async (asked, services) => {
  const { userId, nonce, fields, endsAt } = asked;
  const { requestId } = fields;
  if (!mayBeRequestId(requestId)) throw refuse.badInput();
  const closed = closedReason(services, 'draw');
  const drawn = await services.draws.draw({ userId, nonce, requestId, mayDraw: closed === null }, endsAt);
  const { outcome, level } = drawn;
  if (outcome === 'unknown') throw refuseUnknownAccount(services);
  if (outcome === 'blocked') throw refuse.notice('server.account.blocked');
  if (outcome === 'refused') throw closed ?? refuse.ourFault();
  if (outcome === 'noFridge') throw refuse.notice('server.noFridge');
  if (outcome === 'neverChance') throw refuse.notice('server.draw.neverChance');
  if (outcome === 'noChance') throw refuse.notice('server.draw.noChance');
  if (outcome === 'drawn') {
    services.metrics.draws.inc({ level: level ?? 0 });
    services.log.info({ event: 'drawn', level: level ?? 0 });
  }
  return {
    requestId,
    id: drawn.prizeId,
    level,
    giftName: giftName(level),
    isVirtual: isVirtualLevel(level) ? 1 : 0,
    // Of a repeat too it is today's: a share may have added a chance since.
    surplusNum: drawn.chancesLeft,
  };
});

/** The chances left, `null` if there never was one. */
export async function chancesOf(queries: Queries, userId: string): Promise<number | null> {
  const [chances] = await queries.select().from(drawChances).where(eq(drawChances.userId, userId));
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
