import { contractVersion, type LeftOut } from '@fridge/shared-contracts/host';
import type { Configuration } from '../configuration/configuration.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import type { Queries } from '../database/database.ts';
import { describeFault, type Log } from '../log.ts';
import { registryDocumentSchema } from './registry-document.ts';
import { readRecords, recordsStamp, releaseOrigins } from './releases.ts';
import { resolveRegistry } from './resolve-registry.ts';
import { servedContent, type ServedRegistry } from './served-registry.ts';

export interface RegistryFollower extends ServedRegistry {
  /** Of all releases: pages may load from them. */
  origins(): readonly string[];
  /** Resolves once every change that was made before is in force. @throws when the database doesn't answer */
  refresh(): Promise<void>;
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
  let content = servedContent({ version: 1, remotes: {} });
  let origins: readonly string[] = [];
  let stamp = '';
  let reading = Promise.resolve();
  let told = '';

  const read = async () => {
    const { serial } = configuration.current('registry');
    const next = `${serial} ${await recordsStamp(queries)}`;
    if (next === stamp) return;
    const document = documentOf(registryDocumentSchema, configuration.current('registry'));
    const records = await readRecords(queries, document, contractVersion);
    origins = await releaseOrigins(queries);
    const { registry, leftOut, unlisted } = resolveRegistry(document, records, contractVersion);
    content = servedContent(registry, leftOut);
    stamp = next;
    tell(leftOut, unlisted);
  };
  const tell = (leftOut: readonly LeftOut[], unlisted: readonly string[]) => {
    const lines = JSON.stringify([leftOut, unlisted]);
    if (lines === told) return;
    told = lines;
    for (const { name, problems } of leftOut) log.error({ event: 'remoteLeftOut', remote: name, problems });
    for (const remote of unlisted) log.warn({ event: 'remoteUnlisted', remote });
  };
  /** One after another: a change during a reading is read by the next one. */
  const refresh = (): Promise<void> => {
    const next = reading.then(read);
    reading = next.catch(() => undefined);
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
    current: () => content,
    origins: () => origins,
    refresh,
    close: () => ends.forEach((end) => end()),
  };
}
