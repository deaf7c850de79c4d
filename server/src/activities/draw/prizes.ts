import type { drawCalls, prizeSchema } from '@fridge/shared-contracts/activities/draw';
import { asc, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import { isoInShanghai } from '../../clock.ts';
import { giftCopy } from '../../copy.ts';
import { drawPrizes, prizeCodes } from '../../database/schema.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { grantsOf } from '../campaign/grants.ts';
import { giftName } from './outcomes.ts';

/** Spec section 3, "Prize". */
type SentPrize = v.InferInput<typeof prizeSchema>;

/** Won prizes, oldest first, with codes and recipients. */
export async function getDrawPrizes({ household }: VerifiedCall<typeof drawCalls.myGift>, { queries }: Services): Promise<SentPrize[]> {
  const won = await queries
    .select({ prize: drawPrizes, code: prizeCodes })
    .from(drawPrizes)
    .leftJoin(prizeCodes, eq(prizeCodes.prizeId, drawPrizes.id))
    .where(eq(drawPrizes.userId, household.account.userId))
    .orderBy(asc(drawPrizes.wonAt), asc(drawPrizes.id));
  return won.map(({ prize, code }) => ({
    id: prize.id,
    kind: 'draw',
    level: prize.level,
    giftName: giftName(prize.level),
    giftImage: '',
    isVirtual: prize.isVirtual ? 1 : 0,
    exchangeCode: code?.code ?? '',
    exchangePwd: code?.pwd ?? '',
    userPhone: prize.recipientPhone ?? '',
    userName: prize.recipientName ?? '',
    userAddress: prize.recipientAddress ?? '',
    wonAt: isoInShanghai(prize.wonAt),
    deadline: isoInShanghai(prize.deadline),
  }));
}

const grantNames: Record<string, string> = {
  coupon: giftCopy['draw.gift.coupon'],
  'allowance.1': giftCopy['draw.gift.allowance.1'],
  'allowance.2': giftCopy['draw.gift.allowance.2'],
};

export async function getMyPrize({ household }: VerifiedCall<typeof drawCalls.getMyPrize>, { queries }: Services): Promise<SentPrize[]> {
  const held = await grantsOf(queries, household.account.userId);
  return held.map(({ id, kind, pool, exchangeCode, exchangePwd, grantedAt, deadline }) => ({
    id,
    kind,
    level: null,
    giftName: grantNames[pool] ?? '',
    giftImage: '',
    isVirtual: 1,
    exchangeCode,
    exchangePwd,
    userPhone: '',
    userName: '',
    userAddress: '',
    wonAt: isoInShanghai(grantedAt),
    deadline: isoInShanghai(deadline),
  }));
}
