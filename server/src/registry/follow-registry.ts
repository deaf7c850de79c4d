import { contractVersion, type LeftOut, type Registry } from '@fridge/shared-contracts/host';
import type { Configuration } from '../configuration/configuration.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import type { Queries } from '../database/database.ts';
import { describeFault, type Log } from '../log.ts';
import { registryDocumentSchema } from './registry-document.ts';
import { readRecords, recordsStamp, releaseOrigins } from './releases.ts';
import { resolveRegistry } from './resolve-registry.ts';

export type ResolvedRegistry = {
  registry: Registry;
  /** Remotes that pages can't open, and why. */
  leftOut: readonly LeftOut[];
  /** Those with releases that the document doesn't name. */
  unlisted: readonly string[];
  /** Of all releases: pages may load from them. */
  origins: readonly string[];
};

export interface RegistryFollower {
  /** The last one that could be read. */
  current(): ResolvedRegistry;
  /** Resolves once every change that was made before is in force. @throws when the database doesn't answer */
  refresh(): Promise<void>;
  /** @param listener called after each change. @returns the end of it */
  subscribe(listener: (resolved: ResolvedRegistry) => void): () => void;
  close(): void;
}

/** Follows document and releases, whichever process changes them. While the database is away the last good one stays. */
export async function followRegistry({
  queries,
  configuration,
  log,
}: {
  queries: Queries;
  configuration: Configuration;
  log: Log;
}): Promise<RegistryFollower> {
  let resolved: ResolvedRegistry = { registry: { version: 1, remotes: {} }, leftOut: [], unlisted: [], origins: [] };
  let stamp = '';
  let reading: Promise<void> | null = null;
  let told = '';
  const listeners = new Set<(resolved: ResolvedRegistry) => void>();

  const read = async () => {
    const { serial } = configuration.current('registry');
    const next = `${serial} ${await recordsStamp(queries)}`;
    if (next === stamp) return;
    const document = documentOf(registryDocumentSchema, configuration.current('registry'));
    const records = await readRecords(queries, document, contractVersion);
    const origins = await releaseOrigins(queries);
    resolved = { ...resolveRegistry(document, records, contractVersion), origins };
    stamp = next;
    tell(resolved);
    for (const listener of listeners) listener(resolved);
  };
  const tell = ({ leftOut, unlisted }: ResolvedRegistry) => {
    const lines = JSON.stringify([leftOut, unlisted]);
    if (lines === told) return;
    told = lines;
    for (const { name, problems } of leftOut) log.error({ event: 'remoteLeftOut', remote: name, problems });
    for (const remote of unlisted) log.warn({ event: 'remoteUnlisted', remote });
  };
  /** One after another: a change during a reading is read by the next one. */
  const refresh = (): Promise<void> => {
    const next = (reading ?? Promise.resolve()).catch(() => undefined).then(read);
    reading = next;
    return next;
  };

  await refresh();
  const ends = [
    configuration.watch(refresh),
    configuration.subscribe('registry', () => {
      refresh().catch((error: unknown) => log.error({ event: 'registryNotRead', fault: describeFault(error) }));
    }),
  ];
  return {
    current: () => resolved,
    refresh,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => ends.forEach((end) => end()),
  };
}
