import { readFile, writeFile } from 'node:fs/promises';
import type { Registry } from '@fridge/shared-contracts/host';
import type { Product } from './run-product.ts';

/** Edits the registry as an operator does by hand: reads the file, changes it, saves it. */
export async function editRegistry(
  product: Pick<Product, 'registryFile'>,
  change: (registry: Registry) => void,
): Promise<void> {
  const registry: Registry = JSON.parse(await readFile(product.registryFile, 'utf8'));
  change(registry);
  await writeFile(product.registryFile, `${JSON.stringify(registry, null, 2)}\n`);
}

/** Flips the switch of one remote. */
export function setEnabled(product: Pick<Product, 'registryFile'>, name: string, enabled: boolean): Promise<void> {
  return editRegistry(product, ({ remotes }) => {
    const remote = remotes[name];
    if (!remote) throw new Error(`The registry lacks ${name}.`);
    remote.enabled = enabled;
  });
}
