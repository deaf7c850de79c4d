import { asc, eq } from 'drizzle-orm';
import { drawPrizes, prizeCodes } from '../database/schema.ts';
import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';
import { isoInShanghai } from '../wire/iso-in-shanghai.ts';
import type { PrizeAnswer } from '../wire/prize-answer.ts';
import { giftName } from './levels.ts';

/**
 * What the user won, oldest first, with codes and recipient. Both `getMyGiftList` and `myGift` answer it: the page
 * joins them by id, so it is whole even when one of them fails.
 */
export async function getDrawPrizes({ household }: VerifiedCall, { queries }: Services): Promise<PrizeAnswer[]> {
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
