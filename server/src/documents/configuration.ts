import type { Scope } from '../commands/actor.ts';
import { Refused } from '../commands/refused.ts';
import { transact } from '../commands/transact.ts';
import type { Clock } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { describeFault, type Log } from '../log/log.ts';
import {
  differences,
  type DocumentName,
  documentNames,
  documentText,
  MAX_DOCUMENT_BYTES,
  requireConfirmed,
  type Version,
} from './documents.ts';
import { parseJson } from '../storage/text.ts';
import { documentKinds } from './document-kinds.ts';
import { followDatabase, tellFollowers } from './follow-database.ts';
import { insertVersion, listVersions, lockLatest, newerVersions, readVersion, staleChange } from './versions.ts';

/** How many versions a start tries, the newest first, until one fits this program. */
const VERSIONS_TRIED = 50;
const FAULTS_LOGGED = 10;

/** In whose name a document is changed; `expected`: the serial that the change was made from. */
export type AskedChange = Scope;
type NextDocument = (current: Version, transaction: Queries) => string | Promise<string>;

export interface Configuration {
  /** The version in force in this process. */
  current(name: DocumentName): Version;
  /**
   * Adds a version in one transaction: whatever `next` and the document's tables need either happens with it or not at
   * all. A text equal to the latest makes no version.
   * @param next gets the latest version under a lock, and gives the text of the new one
   * @returns the new version, or the latest
   * @throws StaleChange when `expected` isn't the latest; Refused
   */
  change(name: DocumentName, change: AskedChange, next: NextDocument): Promise<Version>;
  /** @throws Refused if there is no such version */
  read(name: DocumentName, serial: number): Promise<Version>;
  /** Versions that a newer release wrote and this program can't use, by document: the last good one is in force. */
  unfit(name: DocumentName): { serial: number; faults: string[] } | null;
  /** @param listener called for each version that comes into force. @returns the end of it */
  subscribe(name: DocumentName, listener: (version: Version) => void): () => void;
  /**
   * @param look looks for changes of another kind, whenever a process notified and every few seconds besides; the
   * embedded database has none but this process's own
   * @returns the end of it
   */
  watch(look: () => Promise<void>): () => void;
  /** Resolves once all that other processes changed before is in force. @throws when the database doesn't answer */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads the versions in force, and follows what other processes change.
 * @param options.listenUrl of a PostgreSQL; `null` for the embedded database, which only this process changes
 */
export async function openConfiguration(
  { queries, clock, log }: { queries: Queries; clock: Clock; log: Log },
  { listenUrl }: { listenUrl: string | null },
): Promise<Configuration> {
  const inForce = new Map<DocumentName, Version>();
  const seen = new Map<DocumentName, number>();
  const unfit = new Map<DocumentName, { serial: number; faults: string[] }>();
  const listeners = new Map<DocumentName, Set<(version: Version) => void>>(
    documentNames.map((name) => [name, new Set()]),
  );

  const adopt = (version: Version): void => {
    const { name, serial } = version;
    if (serial <= (seen.get(name) ?? 0)) return;
    seen.set(name, serial);
    const faults = faultsOf(version);
    if (faults.length > 0) {
      unfit.set(name, { serial, faults });
      log.error({ event: 'configurationUnfit', document: name, serial, faults: faults.slice(0, FAULTS_LOGGED) });
      return;
    }
    unfit.delete(name);
    inForce.set(name, version);
    log.info({ event: 'configurationChanged', document: name, serial, way: version.way });
    for (const listener of listeners.get(name) ?? []) tell(listener, version, log);
  };
  for (const name of documentNames) {
    const newest = await listVersions(queries, name, { limit: VERSIONS_TRIED });
    const good = newest.find((version) => faultsOf(version).length === 0) ?? neverChanged(name);
    inForce.set(name, good);
    seen.set(name, good.serial);
    newest.slice(0, 1).forEach(adopt);
  }

  const watchers = new Set<() => Promise<void>>();
  const look = async () => {
    (await newerVersions(queries, seen)).forEach(adopt);
    for (const watcher of watchers) await watcher();
  };
  const follower = listenUrl === null ? null : followDatabase({ url: listenUrl, look, log });
  const current = (name: DocumentName): Version => {
    const version = inForce.get(name);
    if (version === undefined) throw new Error(`The document ${name} has no version.`);
    return version;
  };

  const change = async (name: DocumentName, scope: AskedChange, next: NextDocument): Promise<Version> => {
    const version = await transact(queries, scope, async (transaction) => {
      const latest = await lockLatest(transaction, name);
      const { expected } = scope;
      if (expected !== undefined && expected !== latest.serial) throw await staleChange(transaction, latest, expected);
      const text = await next(latest, transaction);
      if (text === latest.document) return latest;
      const document = requireFitting(name, text);
      const kind = documentKinds[name];
      const serial = latest.serial + 1;
      await kind.apply?.(transaction, { document, serial }, clock);
      const before = parseJson(latest.document);
      // After what can't be at all was refused: nobody is asked to confirm that.
      const slips = (await kind.toConfirm?.(transaction, { before, after: document })) ?? [];
      requireConfirmed(slips, scope.confirmed);
      const changes = differences(before, document);
      const added = await insertVersion(transaction, { name, serial, document: text }, changes, scope, clock);
      await tellFollowers(transaction);
      return added;
    });
    if (scope.dryRun !== true) adopt(version);
    return version;
  };

  return {
    current,
    change,
    read: (name, serial) => readVersion(queries, name, serial),
    unfit: (name) => unfit.get(name) ?? null,
    subscribe(name, listener) {
      listeners.get(name)?.add(listener);
      return () => void listeners.get(name)?.delete(listener);
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    look,
    close: async () => follower?.close(),
  };
}

const faultsOf = ({ name, document }: Version): string[] => documentKinds[name].faultsOf(parseJson(document));

/** In force while no version fits. */
function neverChanged(name: DocumentName): Version {
  const document = documentText(documentKinds[name].initial);
  return {
    name,
    serial: 0,
    document,
    event: 0,
    changedBy: 'start',
    why: '',
    way: 'start',
    changedAt: new Date(0),
  };
}

function requireFitting(name: DocumentName, text: string): unknown {
  if (Buffer.byteLength(text) > MAX_DOCUMENT_BYTES)
    throw new Refused(`${name} may have at most ${MAX_DOCUMENT_BYTES / 1024} KiB.`);
  const document = parseJson(text);
  if (document === null) throw new Refused(`${name} isn't readable as JSON.`);
  const faults = documentKinds[name].faultsOf(document);
  if (faults.length > 0) throw new Refused(`This doesn't fit ${name}: ${faults.slice(0, 20).join('; ')}.`);
  return document;
}

function tell(listener: (version: Version) => void, version: Version, log: Log): void {
  try {
    listener(version);
  } catch (error) {
    log.error({ event: 'configurationListenerFailed', document: version.name, fault: describeFault(error) });
  }
}
