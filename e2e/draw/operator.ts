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
  const outcomes = levels.map((level) => [level, { weight: level === only ? 1 : 0, stock: null }]);
  const text = JSON.stringify({ levels: Object.fromEntries(outcomes) });
  const fields = { name: 'draw', file: { text }, replace: true };
  await askServer(socketOf(product), { command: 'config apply', fields, confirmed: true, by: 'story' });
}

/** Prizes given out so far, over all users. */
export async function issuedPrizes(product: Product): Promise<number> {
  const { answer } = await askServer(socketOf(product), { command: 'draw list', fields: {}, by: 'story' });
  const { outcomes } = v.parse(listSchema, answer);
  return outcomes.reduce((sum, { level, issued }) => sum + (level === 0 ? 0 : issued), 0);
}
