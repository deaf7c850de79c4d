import { readFile, writeFile } from 'node:fs/promises';
import type { RegistryDocument, RemoteDecision } from '@fridge/server/releases/registry/registry-document';
import {
  parseRegistry,
  type Registry,
  SWITCHES_PATH,
  type Switches,
  switchesSchema,
} from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import type { Product } from './run-product.ts';

/** A saved file is followed within seconds, also on a busy machine. */
const FOLLOWED_WITHIN_MS = 15_000;

/**
 * Edits the registry as an operator does by hand: reads the file, changes it, saves it. Without the serial: soon after
 * an edit the file still has the former one, and a save made from that is refused.
 */
export async function editRegistry(
  product: Pick<Product, 'registryFile'>,
  change: (registry: RegistryDocument) => void,
): Promise<void> {
  const registry: RegistryDocument = JSON.parse(await readFile(product.registryFile, 'utf8'));
  change(registry);
  await writeFile(product.registryFile, `${JSON.stringify({ ...registry, serial: undefined }, null, 2)}\n`);
}

type Told = Switches['remotes'][string];

/** Flips the switch of one remote, and waits until pages are told. */
export function setEnabled(
  product: Pick<Product, 'registryFile' | 'hostUrl'>,
  name: string,
  enabled: boolean,
): Promise<void> {
  return decide(product, name, { enabled }, ({ state }) => state === (enabled ? 'on' : 'off'));
}

/** Decides about one remote, and waits until open pages are told. */
export async function decide(
  product: Pick<Product, 'registryFile' | 'hostUrl'>,
  name: string,
  decision: Partial<RemoteDecision>,
  isTold: (told: Told) => boolean,
): Promise<void> {
  await editRegistry(product, ({ remotes }) => {
    const remote = remotes[name];
    if (!remote) throw new Error(`The registry lacks ${name}.`);
    Object.assign(remote, decision);
  });
  const giveUpAt = Date.now() + FOLLOWED_WITHIN_MS;
  while (!isTold(await toldOf(product, name))) {
    if (Date.now() > giveUpAt) throw new Error(`The decision about ${name} was not followed.`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

async function toldOf({ hostUrl }: Pick<Product, 'hostUrl'>, name: string): Promise<Told> {
  const { remotes } = v.parse(switchesSchema, await (await fetch(hostUrl + SWITCHES_PATH)).json());
  const told = remotes[name];
  if (!told) throw new Error(`The switches lack ${name}.`);
  return told;
}

/** What pages get now. */
export async function servedRegistry({ hostUrl }: Pick<Product, 'hostUrl'>): Promise<Registry> {
  const registry = parseRegistry(await (await fetch(`${hostUrl}/remotes.json`)).json());
  if (registry === null) throw new Error('The host serves no registry.');
  return registry;
}
