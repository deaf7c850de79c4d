import { readFile, writeFile } from 'node:fs/promises';
import type { RegistryDocument } from '@fridge/server/registry/registry-document';
import { parseRegistry, type Registry } from '@fridge/shared-contracts/page';
import type { Product } from './run-product.ts';

/** A saved file is followed within seconds, also on a busy machine. */
const FOLLOWED_WITHIN_MS = 15_000;

/** Edits the registry as an operator does by hand: reads the file, changes it, saves it. */
export async function editRegistry(
  product: Pick<Product, 'registryFile'>,
  change: (registry: RegistryDocument) => void,
): Promise<void> {
  const registry: RegistryDocument = JSON.parse(await readFile(product.registryFile, 'utf8'));
  change(registry);
  await writeFile(product.registryFile, `${JSON.stringify(registry, null, 2)}\n`);
}

/** Flips the switch of one remote, and waits until pages are served with it. */
export async function setEnabled(
  product: Pick<Product, 'registryFile' | 'hostUrl'>,
  name: string,
  enabled: boolean,
): Promise<void> {
  await editRegistry(product, ({ remotes }) => {
    const remote = remotes[name];
    if (!remote) throw new Error(`The registry lacks ${name}.`);
    remote.enabled = enabled;
  });
  const giveUpAt = Date.now() + FOLLOWED_WITHIN_MS;
  while ((await servedRegistry(product)).remotes[name]?.enabled !== enabled) {
    if (Date.now() > giveUpAt) throw new Error(`The switch of ${name} was not followed.`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

/** What pages get now. */
export async function servedRegistry({ hostUrl }: Pick<Product, 'hostUrl'>): Promise<Registry> {
  const registry = parseRegistry(await (await fetch(`${hostUrl}/remotes.json`)).json());
  if (registry === null) throw new Error('The host serves no registry.');
  return registry;
}
