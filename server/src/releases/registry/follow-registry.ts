import { contractVersion } from '@fridge/shared-contracts/page';
import type { Configuration } from '../../documents/configuration.ts';
import { documentOf } from '../../documents/document-schema.ts';
import type { Queries } from '../../database/database.ts';
import { describeFault, type Log } from '../../log/log.ts';
import { emptyRegistry, type RegistryDocument, registryDocumentSchema } from './registry-document.ts';
import { readRecords, recordsStamp } from './releases.ts';
import { isLeftOut, type ReleaseRecords, type ResolvedRegistry, resolveRegistry } from './resolve-registry.ts';
import { createServedRegistry, type ServedRegistry } from './served-registry.ts';

/** What is in force in this process. `serial`: of the document. `resolved`: for this program's host. */
export type Reading = {
  document: RegistryDocument;
  records: ReleaseRecords;
  serial: number;
  resolved: ResolvedRegistry;
};

export interface RegistryFollower extends ServedRegistry {
  reading(): Reading;
  /** Resolves once every change that was made before is in force. @throws when the database doesn't answer */
  refresh(): Promise<void>;
  close(): void;
}

const readingOf = (document: RegistryDocument, records: ReleaseRecords, serial: number): Reading => {
  return { document, records, serial, resolved: resolveRegistry(document, records, contractVersion) };
};

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
  let reading = readingOf(emptyRegistry, { names: [], promotions: [], releases: [] }, 0);
  let served = createServedRegistry(reading.document, reading.records);
  let stamp = '';
  let refreshing = Promise.resolve();
  let told = '';

  const read = async () => {
    const { serial } = configuration.current('registry');
    const next = `${serial} ${await recordsStamp(queries)}`;
    if (next === stamp) return;
    const version = configuration.current('registry');
    const document = documentOf(registryDocumentSchema, version);
    reading = readingOf(document, await readRecords(queries, document), version.serial);
    served = createServedRegistry(document, reading.records);
    stamp = next;
    tell(reading.resolved);
  };
  const tell = ({ entries, unlisted }: ResolvedRegistry) => {
    const lines = JSON.stringify([entries.map(({ name, channel, reason }) => [name, channel, reason]), unlisted]);
    if (lines === told) return;
    told = lines;
    for (const entry of entries) {
      const fields = { remote: entry.name, problems: [entry.reason?.text] };
      if (isLeftOut(entry)) log.error({ event: 'remoteLeftOut', ...fields });
      else if (entry.reason?.kind === 'gaveWay') log.warn({ event: 'releaseGaveWay', ...fields });
    }
    for (const remote of unlisted) log.warn({ event: 'remoteUnlisted', remote });
  };
  /** One after another: a change during a reading is read by the next one. */
  const refresh = (): Promise<void> => {
    const next = refreshing.then(read);
    refreshing = next.catch(() => undefined);
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
    reading: () => reading,
    current: (asked) => served.current(asked),
    discovery: () => served.discovery(),
    switches: (notice) => served.switches(notice),
    refresh,
    close: () => ends.forEach((end) => end()),
  };
}
