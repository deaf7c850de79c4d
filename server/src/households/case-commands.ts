import { randomUUID } from 'node:crypto';
import { eq, getTableColumns } from 'drizzle-orm';
import * as v from 'valibot';
import { grantAgain, grantNames } from '../activities/campaign/grants.ts';
import { grants } from '../activities/campaign/tables.ts';
import { insertWorkPrize, lockWinner } from '../activities/contest/stored-works.ts';
import { drawChances } from '../activities/draw/tables.ts';
import { addChances } from '../activities/draw/draw.ts';
import { number, text, told, upTo, words } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import { command, type Context } from '../commands/table.ts';
import type { Queries } from '../database/database.ts';
import { requireConfirmed } from '../documents/documents.ts';
import {
  eventLine,
  listEvents,
  readEvent,
  record,
  requireUnchangedSince,
  type StoredEvent,
} from '../history/events.ts';
import { givePrize } from '../prizes/give-prize.ts';
import { giftName } from '../prizes/prize-levels.ts';
import { stateAt } from '../prizes/prize-state.ts';
import { drawPrizes } from '../prizes/tables.ts';
import { findUser, who } from './find-user.ts';
import { accounts } from './tables.ts';

/** Given at once; a case needs one or two. */
const MOST_CHANCES = 100;

const ofCase = { may: ['operator'], kind: 'change', needsReason: true } as const;
const blockedUser = v.object({ userId: text, blocked: v.boolean() });
const prizeId = told(words("a prize's id", 64), 'of a prize, a coupon or an allowance, see users show');

/** What is done for or against one user, each with its reason. */
export const caseCommands = {
  'users chance': command({
    does: 'gives a user chances to draw',
    ...ofCase,
    undo: undoChances,
    fields: { who, add: v.optional(told(upTo(MOST_CHANCES), `so many, up to ${MOST_CHANCES}`), 1) },
    answer: v.object({ userId: text, added: number, chancesLeft: number }),
    run: ({ who: written, add }, context) =>
      context.transact(async (transaction) => {
        const { userId } = await findUser(transaction, written);
        const chancesLeft = await addChances(transaction, userId, add);
        const changes = [{ path: 'chances', before: chancesLeft - add, after: chancesLeft }];
        await record(transaction, context, context.clock, { about: [userId], changes });
        return { userId, added: add, chancesLeft };
      }),
  }),
  'users block': command({
    does: 'lets a user take part in nothing, from now on; what the user has won can still be looked at',
    ...ofCase,
    undo: undoBlock,
    fields: { who },
    answer: blockedUser,
    run: ({ who: written }, context) => setBlocked(written, true, context),
  }),
  'users unblock': command({
    does: 'lets a blocked user take part again',
    ...ofCase,
    undo: undoBlock,
    fields: { who },
    answer: blockedUser,
    run: ({ who: written }, context) => setBlocked(written, false, context),
  }),
  'prizes revoke': command({
    does: 'takes a prize, a coupon or an allowance away; it goes back to no stock and no cap',
    ...ofCase,
    undo: undoRevocation,
    fields: { id: prizeId },
    answer: v.object({ id: text, userId: text, giftName: text }),
    run: ({ id }, context) =>
      context.transact(async (transaction) => {
        const held = await lockHeld(transaction, id, context);
        await requireRevocable(transaction, held, context);
        return setRevoked(transaction, held, { to: true }, context);
      }),
  }),
  /** `replacedBy`: the id of the new one. */
  'prizes replace': command({
    does: 'revokes a prize, a coupon or an allowance and gives its owner another of the kind, from stock, codes and caps',
    ...ofCase,
    undo: 'Its owner may have the new one already. prizes revoke takes that away.',
    fields: { id: prizeId },
    answer: v.object({ id: text, userId: text, giftName: text, replacedBy: text }),
    run: ({ id }, context) =>
      context.transact(async (transaction) => {
        const held = await lockHeld(transaction, id, context);
        await requireRevocable(transaction, held, context);
        return replaceHeld(transaction, held, context);
      }),
  }),
};

/**
 * Exact with draws under way: chances change by one statement, which waits for a draw that holds the row and counts
 * from what that left; a draw that waits for it sees the new number.
 * @throws Refused where chances that an undo takes back were used
 */
async function undoChances({ id, about: [userId = ''], changes: [change] }: StoredEvent, context: Context) {
  const { before, after } = v.parse(v.object({ before: number, after: number }), change);
  await context.transact(async (transaction) => {
    const [chances] = await transaction.select().from(drawChances).where(eq(drawChances.userId, userId)).for('update');
    const left = chances?.chancesLeft ?? 0;
    const restored = left + before - after;
    if (restored < 0)
      throw new Refused(
        `Only ${left} of the ${after - before} chances of event ${id} are left: the others were drawn.`,
      );
    await transaction.update(drawChances).set({ chancesLeft: restored }).where(eq(drawChances.userId, userId));
    const changes = [{ path: 'chances', before: left, after: restored }];
    await record(transaction, { ...context, undoes: id }, context.clock, { about: [userId], changes });
  });
}

const setBlocked = (written: string, to: boolean, context: Context) =>
  context.transact(async (transaction) => {
    const { userId } = await findUser(transaction, written);
    return block(transaction, userId, to, context);
  });

/** @throws Refused where the user was blocked or unblocked since */
async function undoBlock(event: StoredEvent, context: Context): Promise<void> {
  const [userId = ''] = event.about;
  const { before } = v.parse(v.object({ before: v.boolean() }), event.changes[0]);
  await context.transact((transaction) => block(transaction, userId, before, context, event));
}

/**
 * Exact with what the user does meanwhile: it takes the locks under which a draw (the user's chances) and everything
 * else that counts (the account, in `lockUser` and in `answer` of `procedures/grant.sql`) look whether the user is
 * blocked. Who holds one is before the block, which waits for it; who comes later sees the block.
 */
async function block(transaction: Queries, userId: string, to: boolean, context: Context, undone?: StoredEvent) {
  const ofUser = eq(accounts.userId, userId);
  const [account] = await transaction.select().from(accounts).where(ofUser).for('no key update');
  await transaction.select().from(drawChances).where(eq(drawChances.userId, userId)).for('update');
  if (undone !== undefined) await requireUnchangedSince(transaction, undone);
  const blockedBy = account?.blockedBy ?? null;
  if (to && blockedBy !== null)
    throw new Refused(`${userId} is blocked already. Event ${eventLine(await readEvent(transaction, blockedBy))}`);
  if (!to && blockedBy === null) throw new Refused(`${userId} isn't blocked. See users show.`);
  const event = await record(transaction, { ...context, ...(undone && { undoes: undone.id }) }, context.clock, {
    about: [userId],
    changes: [{ path: 'blocked', before: !to, after: to }],
  });
  await transaction
    .update(accounts)
    .set({ blockedBy: to ? event : null })
    .where(ofUser);
  return { userId, blocked: to };
}

type Held = Awaited<ReturnType<typeof lockHeld>>;

/** The row's lock puts a revocation before or after a shipment, a change of the address and another operator. */
async function lockHeld(transaction: Queries, id: string, { clock }: Context) {
  const [prize] = await transaction
    .select({ ...getTableColumns(drawPrizes), state: stateAt(clock.business()) })
    .from(drawPrizes)
    .where(eq(drawPrizes.id, id))
    .for('update');
  if (prize !== undefined) return { ...prize, giftName: giftName(prize.level) };
  const [grant] = await transaction.select().from(grants).where(eq(grants.id, id)).for('update');
  if (grant === undefined)
    throw new Refused(`There is no prize, coupon or allowance ${id}. users show and prizes list have the ids.`);
  const state = grant.revokedAt === null ? ('code' as const) : ('revoked' as const);
  return { ...grant, state, giftName: grantNames[grant.pool] ?? '' };
}

/** @throws Refused for a prize that is revoked or shipped and, unless it is confirmed, for one that may be packed */
async function requireRevocable(transaction: Queries, held: Held, { confirmed }: Context): Promise<void> {
  const { id, state } = held;
  if (state === 'revoked') {
    const [last] = await listEvents(transaction, { about: `prize ${id}`, limit: 1 });
    throw new Refused(`Prize ${id} is revoked already.${last === undefined ? '' : ` Event ${eventLine(last)}`}`);
  }
  if (state === 'shipped' && 'carrier' in held)
    throw new Refused(
      `Prize ${id} is shipped: ${held.carrier}, number ${held.trackingNumber}. Ask its winner to send it back. If another parcel goes out in its place, enter that: prizes ship ${id} <carrier> <number> --correct.`,
    );
  if (state === 'toShip')
    requireConfirmed([`prize ${id} has an address and may be packed: ask who ships first`], confirmed);
}

type Revocation = { to: boolean; replacedBy?: string; undoes?: number };

/** What was issued and taken of stock, codes and caps stays so, whoever gets the prize back. */
async function setRevoked(transaction: Queries, held: Held, change: Revocation, context: Context) {
  const { id, userId } = held;
  const { to, replacedBy, undoes } = change;
  const set = { revokedAt: to ? new Date(context.clock.business()) : null, replacedBy: replacedBy ?? null };
  await ('pool' in held
    ? transaction.update(grants).set(set).where(eq(grants.id, id))
    : transaction.update(drawPrizes).set(set).where(eq(drawPrizes.id, id)));
  await record(transaction, { ...context, ...(undoes !== undefined && { undoes }) }, context.clock, {
    about: [`prize ${id}`, userId, ...(replacedBy === undefined ? [] : [`prize ${replacedBy}`])],
    changes: [
      { path: 'revoked', before: !to, after: to },
      ...(replacedBy === undefined ? [] : [{ path: 'replacedBy', after: replacedBy }]),
    ],
  });
  return { id, userId, giftName: held.giftName };
}

async function undoRevocation(event: StoredEvent, context: Context): Promise<void> {
  const id = (event.about[0] ?? '').replace(/^prize /, '');
  const { before } = v.parse(v.object({ before: v.boolean() }), event.changes[0]);
  await context.transact(async (transaction) => {
    const held = await lockHeld(transaction, id, context);
    await requireUnchangedSince(transaction, event);
    if (before) await requireRevocable(transaction, held, context);
    else {
      const work = 'pool' in held ? null : await lockWinner(transaction, id);
      if (work !== null && work.prize !== 0)
        throw new Refused(`Work ${work.id} has won prize ${work.prize} since. prizes revoke takes that away.`);
    }
    await setRevoked(transaction, held, { to: before, undoes: event.id }, context);
  });
}

/**
 * The new one is taken as a draw or an answer takes one, by the same procedures: stock, codes and caps can't be
 * exceeded. A parcel's address goes along; a work that won the prize has won the new one.
 */
async function replaceHeld(transaction: Queries, held: Held, context: Context) {
  const { userId } = held;
  const work = 'pool' in held ? null : await lockWinner(transaction, held.id);
  const replacedBy = work === null ? randomUUID() : await insertWorkPrize(transaction, work.id);
  const revoked = await setRevoked(transaction, held, { to: true, replacedBy }, context);
  if ('pool' in held) await grantAgain(transaction, context.clock, held, replacedBy);
  else {
    const { level, recipientName, recipientPhone, recipientAddress } = held;
    await givePrize(transaction, { id: replacedBy, userId, level, now: context.clock.business() });
    const recipient = { recipientName, recipientPhone, recipientAddress };
    await transaction.update(drawPrizes).set(recipient).where(eq(drawPrizes.id, replacedBy));
  }
  return { ...revoked, replacedBy };
}
