import { readFile, rm, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/page';
import { expect } from '@playwright/test';
import { movedClockFile } from './moved-clock.ts';
import type { Product } from './run-product.ts';

/** Remembers what stories change of a product: settings, registry, clock. @returns puts all of it back */
export async function rememberProduct(product: Product): Promise<() => Promise<void>> {
  const paths = [product.settingsFile, product.registryFile];
  const files = await Promise.all(paths.map(async (path) => ({ path, document: await documentIn(path) })));
  const served = await servedBy(product);
  return async () => {
    await rm(movedClockFile(product), { force: true });
    for (const { path, document } of files) {
      // Without its serial it counts as an edit of whatever is in force.
      if (!isDeepStrictEqual(await documentIn(path), document)) await writeFile(path, JSON.stringify(document));
    }
    await expect.poll(() => servedBy(product), { message: 'what was served before the story' }).toEqual(served);
  };
}

async function documentIn(path: string): Promise<object | null> {
  try {
    const { serial: _serial, ...document } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    return document;
  } catch {
    return null;
  }
}

/** The registry and the settings that pages get. */
async function servedBy({ hostUrl }: Product): Promise<unknown> {
  const [registry, page] = await Promise.all([fetch(`${hostUrl}/remotes.json`), fetch(`${hostUrl}/share`)]);
  const settings = new RegExp(`id="${SETTINGS_ELEMENT_ID}"[^>]*>([\\s\\S]*?)</script>`).exec(await page.text())?.[1];
  return { registry: await registry.json(), settings };
}
