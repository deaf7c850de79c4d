import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { runCli } from '../../ops/src/commands/run-cli.ts';
import { askAs } from '../draw/call-as.ts';
import { expect } from '../fixtures/story.ts';
import type { Household } from '../households.ts';
import type { Product } from '../product/run-product.ts';

/** A command of `npm run ops -- works ...`, decided in a reviewer's name. */
export async function decide({ stateDir, hostUrl }: Product, ...words: readonly string[]): Promise<void> {
  const { code, output } = await runCli(['works', ...words, '--as', '王梅'], {
    env: { STATE_DIR: stateDir, PORT: new URL(hostUrl).port },
  });
  expect(code, output).toBe(0);
}

/** The household's works, the latest first, as the server tells them to their author. */
export function worksOf(product: Product, household: Household): Promise<Work[]> {
  return askAs(product, household, contestCalls.getMyWorks, {});
}

export async function latestWork(product: Product, household: Household): Promise<Work> {
  const [work] = await worksOf(product, household);
  if (!work) throw new Error(`${household.userId} has no work.`);
  return work;
}
