import { randomUUID } from 'node:crypto';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { callAs } from '../draw/call-as.ts';
import { expect, test } from '../fixtures/story.ts';
import type { Household } from '../households.ts';
import type { Product } from '../product/run-product.ts';
import { toastOn } from '../screen.ts';
import { changeSettings } from '../product/guest.ts';
import { ledgerOf } from '../draw/chances.ts';
import { drawWords, serverWords } from '../words.ts';

/** What the server says to a draw of a household that has none left. */
async function drawAnswer(product: Product, household: Household): Promise<string> {
  return (await callAs(product, household, drawCalls.draw, { requestId: randomUUID() })).msg;
}

test('the draw closes on the server within seconds though nobody opens a page', async ({
  nativeApp,
  households,
  product,
}) => {
  const app = await nativeApp('ios', households.eligible);
  await app.open('/draw');
  await expect(app.page.getByRole('button', { name: drawWords['draw.wheel.spin'] })).toBeEnabled();
  const before = await ledgerOf(product, households.eligible);
  await changeSettings(product, { windows: { draw: { start: null, end: '2023-07-31T23:59:59+08:00' } } });
  await expect.poll(() => drawAnswer(product, households.withoutFridge)).toBe(serverWords['server.ended']);
  await app.page.getByRole('button', { name: drawWords['draw.wheel.spin'] }).click();
  await expect(toastOn(app.page)).toHaveText(serverWords['server.ended']);
  expect(await ledgerOf(product, households.eligible)).toEqual(before);
});
