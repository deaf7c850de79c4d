import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { movedClockFile } from './moved-clock.ts';
import type { Product } from './run-product.ts';

/** Remembers what stories change of a product: settings, registry, clock. @returns puts all of it back */
export async function rememberProduct(product: Product): Promise<() => Promise<void>> {
  const { settingsFile, registryFile, stateDir } = product;
  const inForce = join(stateDir, 'run', 'settings.json');
  const files = await Promise.all(
    [settingsFile, registryFile].map(async (path) => ({ path, text: await readFile(path, 'utf8') })),
  );
  const inForceBefore = await readFile(inForce, 'utf8');
  return async () => {
    await rm(movedClockFile(product), { force: true });
    for (const { path, text } of files) if ((await readFile(path, 'utf8')) !== text) await writeFile(path, text);
    await expect
      .poll(() => readFile(inForce, 'utf8'), { message: 'the settings from before the story' })
      .toBe(inForceBefore);
  };
}
