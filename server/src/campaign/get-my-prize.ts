import { asc, desc, eq } from 'drizzle-orm';
import { giftCopy } from '../copy.ts';
import { grants } from '../database/schema.ts';
import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';
import type { PrizeAnswer } from '../wire/prize-answer.ts';
import { isoInShanghai } from '../wire/iso-in-shanghai.ts';

const names: Record<string, string> = {
  coupon: giftCopy['draw.gift.coupon'],
  'allowance.1': giftCopy['draw.gift.allowance.1'],
  'allowance.2': giftCopy['draw.gift.allowance.2'],
};

/** The user's coupon, then the allowance. */
export async function getMyPrize({ household }: VerifiedCall, { queries }: Services): Promise<PrizeAnswer[]> {
  const held = await queries.select().from(grants).where(eq(grants.userId, household.account.userId)).orderBy(asc(grants.grantedAt), desc(grants.kind));
  return held.map(({ id, kind, pool, exchangeCode, exchangePwd, grantedAt, deadline }) => ({
    id,
    kind,
    level: null,
    giftName: names[pool] ?? '',
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
