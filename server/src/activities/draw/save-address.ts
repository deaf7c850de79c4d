import { answerCode } from '@fridge/shared-contracts';
import { cleanLine } from '@fridge/shared-contracts/host';
import { type drawCalls, shippingAddressProblem } from '@fridge/shared-contracts/activities/draw';
import { and, eq } from 'drizzle-orm';
import { drawPrizes } from '../../database/schema.ts';
import { Refusal, refuse } from '../../http/refusal.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';

/** Shipping address of a physical prize, until its deadline. */
export async function saveAddress({ household, fields }: VerifiedCall<typeof drawCalls.saveAddress>, { queries, clock }: Services): Promise<null> {
  const { id, name, phone, address } = fields;
  if (shippingAddressProblem({ name, phone, address }) !== null) throw refuse.badInput();

  return queries.transaction(async (transaction) => {
    const mine = and(eq(drawPrizes.id, id), eq(drawPrizes.userId, household.account.userId), eq(drawPrizes.isVirtual, false));
    const [prize] = await transaction.select({ deadline: drawPrizes.deadline }).from(drawPrizes).where(mine).for('update');
    if (prize === undefined) throw new Refusal(answerCode.notYours, 'server.gift.missing');
    if (clock.business() > prize.deadline.getTime()) throw refuse.notice('server.gift.expired');
    await transaction.update(drawPrizes).set({
      recipientName: cleanLine(name), recipientPhone: phone.trim(), recipientAddress: cleanLine(address),
    }).where(mine);
    return null;
  });
}
