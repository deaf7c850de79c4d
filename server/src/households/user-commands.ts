import { desc, eq, getTableColumns, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { grantNames, grantsOf } from '../activities/campaign/grants.ts';
import { statusNames, workKinds } from '../activities/contest/listed-work.ts';
import { latestSubmission, selectWorks } from '../activities/contest/stored-works.ts';
import { works } from '../activities/contest/tables.ts';
import { drawChances, draws } from '../activities/draw/tables.ts';
import { reports } from '../activities/report/tables.ts';
import { maskedPhone } from '../prizes/prize-commands.ts';
import { giftName } from '../prizes/prize-levels.ts';
import { prizeStates, stateAt } from '../prizes/prize-state.ts';
import { drawPrizes } from '../prizes/tables.ts';
import { number, optionalNumber, optionalText, text, time, told } from '../commands/fields.ts';
import { command, type Context } from '../commands/table.ts';
import type { Queries } from '../database/database.ts';
import { eventLine, readEvent, record } from '../history/events.ts';
import { findUser, who } from './find-user.ts';
import { findHousehold, type OwnedHousehold } from '../admission/find-household.ts';

/** Of draws, prizes and works. */
const ROWS_SHOWN = 100;

/**
 * No code, secret, recipient or address. `phone`: `null` without one; `blocked`: the event of the block; `chancesLeft`:
 * `null` if there never was any; `draws`, `prizes` and `works`: the latest.
 */
const shownUser = v.object({
  foundBy: v.picklist(['id', 'phone', 'fridge']),
  account: v.object({
    userId: text,
    phone: optionalText,
    nickName: text,
    grid: text,
    supply: text,
    realNameVerified: v.boolean(),
    blocked: optionalText,
  }),
  homes: v.array(
    v.object({
      homeId: text,
      fridges: v.array(v.object({ fridgeId: text, sn8: text, spec: text, name: text, hasReport: v.boolean() })),
    }),
  ),
  chancesLeft: optionalNumber,
  drawsInAll: number,
  draws: v.array(v.object({ drawnAt: time, level: optionalNumber, giftName: text, requestId: text })),
  grants: v.array(
    v.object({ grantedAt: time, id: text, kind: text, giftName: text, deadline: time, revokedAt: v.nullable(time) }),
  ),
  prizesInAll: number,
  prizes: v.array(
    v.object({
      wonAt: time,
      id: text,
      level: number,
      giftName: text,
      state: v.picklist(prizeStates),
      deadline: time,
      shippedAt: v.nullable(time),
      carrier: optionalText,
      trackingNumber: optionalText,
    }),
  ),
  worksInAll: number,
  works: v.array(
    v.object({
      submittedAt: time,
      id: text,
      kind: v.picklist(workKinds),
      status: v.picklist(['pending', 'approved', 'rejected']),
      prize: number,
      cookName: text,
      mark: text,
    }),
  ),
});
type ShownUser = v.InferOutput<typeof shownUser>;

export const userCommands = {
  'users show': command({
    does: 'shows household, draws, coupons, prizes and works of one user',
    may: ['operator'],
    kind: 'look',
    fields: {
      who,
      full: v.optional(told(v.boolean(), 'with the whole phone'), false),
    },
    answer: shownUser,
    run: showUser,
  }),
};

/** Everything that an operator needs to answer a user's question. The look is written down before it is answered. */
async function showUser({ who: written, full }: { who: string; full: boolean }, context: Context) {
  const { queries, clock } = context;
  const found = await findUser(queries, written);
  const household = await findHousehold(queries, found.userId);
  if (household === null) throw new Error('The household of a user who was found is missing.');
  const { userId, phone, blockedBy } = household.account;
  const changes = full ? [{ path: 'whole phone', after: 'shown' }] : [];
  await record(queries, context, clock, { about: [userId], changes });

  const ofUser = {
    draws: eq(draws.userId, userId),
    prizes: eq(drawPrizes.userId, userId),
    works: eq(works.userId, userId),
  };
  const [chances] = await queries.select().from(drawChances).where(eq(drawChances.userId, userId));
  const drawn = await queries.select().from(draws).where(ofUser.draws).orderBy(desc(draws.drawnAt)).limit(ROWS_SHOWN);
  const won = await queries
    .select({ ...getTableColumns(drawPrizes), state: stateAt(clock.business()) })
    .from(drawPrizes)
    .where(ofUser.prizes)
    .orderBy(desc(drawPrizes.wonAt))
    .limit(ROWS_SHOWN);
  const submitted = await selectWorks(queries)
    .where(ofUser.works)
    .orderBy(...latestSubmission)
    .limit(ROWS_SHOWN);
  return {
    foundBy: found.by,
    account: {
      ...household.account,
      phone: phone === null || full ? phone : maskedPhone(phone),
      blocked: blockedBy === null ? null : eventLine(await readEvent(queries, blockedBy)),
    },
    homes: await homesOf(queries, household),
    chancesLeft: chances?.chancesLeft ?? null,
    drawsInAll: await queries.$count(draws, ofUser.draws),
    draws: drawn.map((row) => ({ ...row, giftName: giftName(row.level) })),
    grants: (await grantsOf(queries, userId)).map((row) => ({ ...row, giftName: grantNames[row.pool] ?? '' })),
    prizesInAll: await queries.$count(drawPrizes, ofUser.prizes),
    prizes: won.map((row) => ({ ...row, giftName: giftName(row.level) })),
    worksInAll: await queries.$count(works, ofUser.works),
    works: submitted.map((row) => ({ ...row, status: statusNames[row.status] })),
  };
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
