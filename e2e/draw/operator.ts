import { join } from 'node:path';
import * as v from 'valibot';
import { askServer } from '../../ops/src/ask-server.ts';
import type { Product } from '../product/run-product.ts';

/** 0 is "thanks". */
export type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const levels: readonly Level[] = [0, 1, 2, 3, 4, 5, 6];
const listSchema = v.object({ outcomes: v.array(v.object({ level: v.number(), issued: v.number() })) });
const socketOf = ({ stateDir }: Pick<Product, 'stateDir'>) => join(stateDir, 'operator.sock');

/** Leaves the draw one outcome, as an operator does while the server runs. */
export async function onlyDraw(product: Product, only: Level): Promise<void> {
  const changes = levels.map((level) => ({
    level,
    weight: level === only ? 1 : 0,
    ...(level === 0 ? {} : { stock: null }),
  }));
  await askServer(socketOf(product), { command: 'draw.set', changes, confirmed: true, by: 'story' });
}

/** Prizes given out so far, over all users. */
export async function issuedPrizes(product: Product): Promise<number> {
  const { outcomes } = v.parse(listSchema, await askServer(socketOf(product), { command: 'draw.list' }));
  return outcomes.reduce((sum, { level, issued }) => sum + (level === 0 ? 0 : issued), 0);
}
