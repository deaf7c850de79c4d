import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import type { Household } from '../households.ts';
import type { Product } from '../product/run-product.ts';
import { giveReport } from '../product/give-report.ts';
import { askAs } from './call-as.ts';

/** What the server counts for a user: draws left, and the ids of the prizes won, oldest first. */
export async function ledgerOf(product: Product, household: Household): Promise<{ left: number; prizes: string[] }> {
  const [{ left }, prizes] = await Promise.all([
    askAs(product, household, drawCalls.getSurplusNum, {}),
    askAs(product, household, drawCalls.getMyGiftList, {}),
  ]);
  return { left, prizes: prizes.map(({ id }) => id) };
}

/**
 * Both shares of the day, as the app reports them: the supported way to two more draws. The report's counts for
 * households that have one, so its fridge is given one first. @returns draws left
 */
export async function earnDraws(product: Product, household: Household): Promise<number> {
  for (const { fridgeId } of household.fridges) await giveReport(product, { fridgeId, yearOpenNum: 1 });
  for (const type of [recordType.sharedReport, recordType.sharedCampaign]) {
    await askAs(product, household, sharingCalls.annualRecord, { type, userId: household.userId });
  }
  return (await askAs(product, household, drawCalls.getSurplusNum, {})).left;
}
