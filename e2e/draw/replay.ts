import { randomUUID } from 'node:crypto';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import type { Household } from '../households.ts';
import type { Product } from '../product/run-product.ts';
import { askAs } from './call-as.ts';
import { type Level, onlyDraw } from './operator.ts';

/** A draw made by a direct call. Sending its id again returns the same result and costs no chance. @returns its id */
export async function drawPastThePage(product: Product, household: Household, level: Level): Promise<string> {
  await onlyDraw(product, level);
  const requestId = randomUUID();
  await askAs(product, household, drawCalls.draw, { requestId });
  return requestId;
}
