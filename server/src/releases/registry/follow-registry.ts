import { contractVersion } from '@fridge/shared-contracts/page';
import type { Configuration } from '../../documents/configuration.ts';
import { documentOf } from '../../documents/fault-lines.ts';
import type { Queries } from '../../database/database.ts';
import { describeFault, type Log } from '../../log/log.ts';
import { emptyRegistry, registryDocumentSchema } from './registry-document.ts';
import { readRecords, recordsStamp } from './releases.ts';
import { type ResolvedRegistry, resolveRegistry } from './resolve-registry.ts';
import { createServedRegistry, type ServedRegistry } from './served-registry.ts';

export interface RegistryFollower extends ServedRegistry {
  /** Resolves once every change that was made before is in force. @throws when the database doesn't answer */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Follows document and releases, whichever process changes them. While the database is away the last good one stays.
 */
export async function followRegistry({
  queries,
  configuration,
  log,
}: {
  queries: Queries;
  configuration: Configuration;
  log: Log;
}): Promise<RegistryFollower> {
  let served = createServedRegistry(emptyRegistry, { names: [], promotions: [], releases: [] });
  let stamp = '';
  let reading = Promise.resolve();
  let told = '';

  const read = async () => {
    const { serial } = configuration.current('registry');
    const next = `${serial} ${await recordsStamp(queries)}`;
    if (next === stamp) return;
    const document = documentOf(registryDocumentSchema, configuration.current('registry'));
    const records = await readRecords(queries, document);
    served = createServedRegistry(document, records);
    stamp = next;
    tell(resolveRegistry(document, records, contractVersion));
  };
  const tell = ({ leftOut, gaveWay, unlisted }: ResolvedRegistry) => {
    const lines = JSON.stringify([leftOut, gaveWay, unlisted]);
    if (lines === told) return;
    told = lines;
    for (const { name, problems } of leftOut) log.error({ event: 'remoteLeftOut', remote: name, problems });
    for (const { name, problems } of gaveWay) log.warn({ event: 'releaseGaveWay', remote: name, problems });
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
    current: (asked) => served.current(asked),
    discovery: () => served.discovery(),
    switches: () => served.switches(),
    refresh,
    close: () => ends.forEach((end) => end()),
  };
}
