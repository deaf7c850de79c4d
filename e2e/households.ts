import type { Fridge } from '@fridge/shared-contracts';
import { demoCall } from './product/demo-cloud.ts';
import type { Product } from './product/run-product.ts';

/** A household of the demonstration, as the server lists it. */
export type Household = {
  userId: string;
  nickName: string;
  headImgUrl: string;
  mobile: string;
  homeId: string;
  fridges: Fridge[];
  description: string;
};

/** What a story needs a household for, and how the server's own description says so. */
const shows = {
  eligible: ({ description }: Household) => /可答题领券/.test(description) && /抽奖机会/.test(description),
  eligibleSubBrand: ({ description }: Household) => /可答题领券/.test(description) && /轻享皮肤/.test(description),
  granted: ({ description }: Household) => /电费券已领取/.test(description),
  outsideJiangsu: ({ description }: Household) => /江苏以外/.test(description),
  withoutRealName: ({ description }: Household) => /未实名认证/.test(description),
  withoutFridge: ({ fridges }: Household) => fridges.length === 0,
} satisfies Record<string, (household: Household) => boolean>;

export type Households = Record<keyof typeof shows, Household>;

/**
 * The copy with this number of every household (`product/prepared-state.ts`): the story that takes it has it for
 * itself.
 */
export function copyOf(households: Households, copy: number): Households {
  const copied = Object.entries(households).map(([name, household]) => {
    const { userId, mobile, homeId, fridges } = household;
    const ids = {
      userId: `${userId}x${copy}`,
      mobile: String(Number(mobile) + 10_000 * copy),
      homeId: `${homeId}x${copy}`,
    };
    return [
      name,
      {
        ...household,
        ...ids,
        fridges: fridges.map((fridge) => ({ ...fridge, fridgeId: `${fridge.fridgeId}x${copy}` })),
      },
    ];
  });
  return Object.fromEntries(copied) as Households; // one entry per household
}

/** Chooses the households by what they show; no id stands in any story. @throws when the server lacks one */
export async function chooseHouseholds(product: Pick<Product, 'apiUrl'>): Promise<Households> {
  const listed = await demoCall<Household[]>(product, 'households');
  const chosen = Object.entries(shows).map(([name, isShown]) => {
    const household = listed.find(isShown);
    if (!household) throw new Error(`No household of the demonstration shows "${name}".`);
    return [name, household];
  });
  return Object.fromEntries(chosen) as Households; // one entry per key of `shows`
}
