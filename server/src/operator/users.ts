import { isMobilePhone } from '@fridge/shared-contracts/page';
import { desc, eq, inArray } from 'drizzle-orm';
import { grantNames, grantsOf } from '../activities/campaign/grants.ts';
import { findWorks, latestSubmission } from '../activities/contest/stored-works.ts';
import { works } from '../activities/contest/tables.ts';
import { statusNames } from '../activities/contest/work-commands.ts';
import { giftName } from '../activities/draw/outcomes.ts';
import { maskedPhone } from '../activities/draw/prize-commands.ts';
import { prizeState } from '../activities/draw/prize-state.ts';
import { drawChances, drawPrizes, draws } from '../activities/draw/tables.ts';
import { reports } from '../activities/report/tables.ts';
import type { Queries } from '../database/database.ts';
import { accounts, fridges, homes } from '../households/tables.ts';
import { findHousehold, type OwnedHousehold } from '../http/find-household.ts';
import { recordAction } from './actions.ts';
import { type CommandHandler, CommandRefused } from './protocol.ts';
import type { ShownUser } from './user-protocol.ts';

/** Of draws, prizes and works. */
const ROWS_SHOWN = 100;

/** Everything that an operator needs to answer a user's question. The look is written down before it is answered. */
export const showUser: CommandHandler<'users.show'> = async ({ who, full, by, why }, { queries, clock }) => {
  const found = await findUser(queries, who);
  const household = found && (await findHousehold(queries, found.userId));
  if (!found || !household) {
    const shown = isMobilePhone(who) ? maskedPhone(who) : who;
    throw new CommandRefused(`There is no user with the id, the phone or the fridge ${shown}.`);
  }
  const { userId, phone } = household.account;
  const action = full ? 'users.show.full' : 'users.show';
  await recordAction(queries, { action, subject: userId, by, why, way: 'command' }, clock.real());

  const ofUser = {
    draws: eq(draws.userId, userId),
    prizes: eq(drawPrizes.userId, userId),
    works: eq(works.userId, userId),
  };
  const [chances] = await queries.select().from(drawChances).where(eq(drawChances.userId, userId));
  const drawn = await queries.select().from(draws).where(ofUser.draws).orderBy(desc(draws.drawnAt)).limit(ROWS_SHOWN);
  const won = await queries
    .select()
    .from(drawPrizes)
    .where(ofUser.prizes)
    .orderBy(desc(drawPrizes.wonAt))
    .limit(ROWS_SHOWN);
  const submitted = await findWorks(queries, ofUser.works, { order: latestSubmission, limit: ROWS_SHOWN });
  return {
    foundBy: found.by,
    account: { ...household.account, phone: phone === null || full ? phone : maskedPhone(phone) },
    homes: await homesOf(queries, household),
    chancesLeft: chances?.chancesLeft ?? null,
    drawsInAll: await queries.$count(draws, ofUser.draws),
    draws: drawn.map((row) => ({ ...row, giftName: giftName(row.level) })),
    grants: (await grantsOf(queries, userId)).map((row) => ({ ...row, giftName: grantNames[row.pool] ?? '' })),
    prizesInAll: await queries.$count(drawPrizes, ofUser.prizes),
    prizes: won.map((row) => ({ ...row, giftName: giftName(row.level), state: prizeState(row, clock.business()) })),
    worksInAll: await queries.$count(works, ofUser.works),
    works: submitted.map((row) => ({ ...row, status: statusNames[row.status] })),
  };
};

/** By a primary key or a unique column each. */
async function findUser(queries: Queries, who: string): Promise<{ userId: string; by: ShownUser['foundBy'] } | null> {
  const [byId] = await queries.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.userId, who));
  if (byId) return { ...byId, by: 'id' };
  const [byPhone] = await queries.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.phone, who));
  if (byPhone) return { ...byPhone, by: 'phone' };
  const [byFridge] = await queries
    .select({ userId: homes.userId })
    .from(fridges)
    .innerJoin(homes, eq(homes.homeId, fridges.homeId))
    .where(eq(fridges.fridgeId, who));
  return byFridge ? { ...byFridge, by: 'fridge' } : null;
}

async function homesOf(queries: Queries, { homeIds, fridges: owned }: OwnedHousehold): Promise<ShownUser['homes']> {
  const ids = owned.map(({ fridgeId }) => fridgeId);
  const found = await queries
    .select({ fridgeId: reports.fridgeId })
    .from(reports)
    .where(inArray(reports.fridgeId, ids));
  const reported = new Set(found.map(({ fridgeId }) => fridgeId));
  return homeIds.map((homeId) => ({
    homeId,
    fridges: owned
      .filter((fridge) => fridge.homeId === homeId)
      .map((fridge) => ({ ...fridge, hasReport: reported.has(fridge.fridgeId) })),
  }));
}
