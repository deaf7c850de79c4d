import { answerCode } from '@fridge/shared-contracts';
import { cleanLine } from '@fridge/shared-contracts/page';
import { drawCalls, type prizeSchema, shippingAddressProblem } from '@fridge/shared-contracts/activities/draw';
import { and, asc, eq, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { isoInShanghai } from '../../program/clock.ts';
import { askedTogether, preparedOnce, rowsByKey } from '../../database/batches.ts';
import type { OwnedHousehold } from '../../admission/find-household.ts';
import { lockUser } from '../../admission/household.ts';
import { Refusal, refuse } from '../../edge/refusal.ts';
import { answer, anyPhone, readOnly } from '../../admission/signed-calls.ts';
import type { Services } from '../../program/services.ts';
import { grantNames, grantsOf } from '../campaign/grants.ts';
import { giftName } from '../../prizes/prize-levels.ts';
import { drawPrizes, prizeCodes } from '../../prizes/tables.ts';

/** Spec section 3, "Prize". */
type SentPrize = v.InferInput<typeof prizeSchema>;

type PrizeRow = {
  wonAt: Date;
  deadline: Date;
  shippedAt?: Date | null;
  revokedAt: Date | null;
  replacedBy: string | null;
};

/** A revoked prize has no code any more. */
function sentPrize({
  wonAt,
  deadline,
  shippedAt = null,
  revokedAt,
  replacedBy,
  ...prize
}: Omit<SentPrize, keyof PrizeRow> & PrizeRow): SentPrize {
  return {
    level: null,
    giftImage: '',
    userPhone: '',
    userName: '',
    userAddress: '',
    carrier: '',
    trackingNumber: '',
    ...prize,
    wonAt: isoInShanghai(wonAt),
    deadline: isoInShanghai(deadline),
    shippedAt: shippedAt && isoInShanghai(shippedAt),
    ...(revokedAt !== null && { exchangeCode: '', exchangePwd: '', isRevoked: 1 }),
    ...(replacedBy !== null && { isReplaced: 1 }),
  };
}

const prizesOf = askedTogether('prizes', async (queries, userIds) =>
  rowsByKey(userIds, await prizeRows(queries).execute({ userIds }), ({ prize }) => prize.userId),
);

const prizeRows = preparedOnce((queries) =>
  queries
    .select({ prize: drawPrizes, code: prizeCodes })
    .from(drawPrizes)
    .leftJoin(prizeCodes, eq(prizeCodes.prizeId, drawPrizes.id))
    .where(sql`${drawPrizes.userId} = any(${sql.placeholder('userIds')}::text[])`)
    .orderBy(asc(drawPrizes.wonAt), asc(drawPrizes.id))
    .prepare(''),
);

/** Won prizes, oldest first, with codes and recipients. */
async function drawPrizesOf({ household }: { household: OwnedHousehold }, { queries }: Services): Promise<SentPrize[]> {
  const won = await prizesOf(queries, household.account.userId);
  return won.map(
    ({ prize: { id, level, isVirtual, wonAt, deadline, shippedAt, revokedAt, replacedBy, ...recipient }, code }) =>
      sentPrize({
        id,
        kind: 'draw',
        level,
        wonAt,
        deadline,
        shippedAt,
        revokedAt,
        replacedBy,
        giftName: giftName(level),
        isVirtual: isVirtual ? 1 : 0,
        exchangeCode: code?.code ?? '',
        exchangePwd: code?.pwd ?? '',
        userPhone: recipient.recipientPhone ?? '',
        userName: recipient.recipientName ?? '',
        userAddress: recipient.recipientAddress ?? '',
        carrier: recipient.carrier ?? '',
        trackingNumber: recipient.trackingNumber ?? '',
      }),
  );
}

// The page merges both lists by id; each is complete, in case the other fails.
export const getMyGiftList = answer(drawCalls.getMyGiftList, drawPrizesOf, readOnly);
export const myGift = answer(drawCalls.myGift, drawPrizesOf, readOnly);

export const getMyPrize = answer(
  drawCalls.getMyPrize,
  async ({ household }, { queries }) => {
    const held = await grantsOf(queries, household.account.userId);
    return held.map(({ id, kind, pool, exchangeCode, exchangePwd, grantedAt, deadline, revokedAt, replacedBy }) =>
      sentPrize({
        id,
        kind,
        giftName: grantNames[pool] ?? '',
        isVirtual: 1,
        exchangeCode,
        exchangePwd,
        wonAt: grantedAt,
        deadline,
        revokedAt,
        replacedBy,
      }),
    );
  },
  readOnly,
);

/** Shipping address of a physical prize, until its deadline or its shipment, whichever is first to lock the row. */
export const saveAddress = answer(
  drawCalls.saveAddress,
  async ({ household, fields: { id, name, phone, address } }, { queries, clock }) => {
    if (shippingAddressProblem({ name, phone, address }) !== null) throw refuse.badInput();

    const { userId } = household.account;
    return queries.transaction(async (transaction) => {
      await lockUser(transaction, userId);
      const mine = and(eq(drawPrizes.id, id), eq(drawPrizes.userId, userId), eq(drawPrizes.isVirtual, false));
      const [prize] = await transaction
        .select({
          deadline: drawPrizes.deadline,
          shippedAt: drawPrizes.shippedAt,
          revokedAt: drawPrizes.revokedAt,
        })
        .from(drawPrizes)
        .where(mine)
        .for('update');
      if (prize === undefined) throw new Refusal(answerCode.notYours, 'server.gift.missing');
      if (prize.revokedAt !== null) throw refuse.notice('server.gift.revoked');
      if (prize.shippedAt !== null) throw refuse.notice('server.gift.shipped');
      if (clock.business() > prize.deadline.getTime()) throw refuse.notice('server.gift.expired');
      await transaction
        .update(drawPrizes)
        .set({
          recipientName: cleanLine(name),
          recipientPhone: phone.trim(),
          recipientAddress: cleanLine(address),
        })
        .where(mine);
      return null;
    });
  },
  anyPhone,
);
