import { and, eq, gt } from 'drizzle-orm';
import * as v from 'valibot';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import { configVersions } from '../configuration/tables.ts';
import type { Queries } from '../database/database.ts';
import {
  decidedOf,
  type RegistryDocument,
  registryDocumentSchema,
  storedDocument,
} from '../registry/registry-document.ts';
import { readPromotions } from '../registry/releases.ts';
import { promotions } from '../registry/tables.ts';
import type { Services } from '../services.ts';
import { neededVersions } from './needed-releases.ts';
import { objectsOf, storedFilesSchema } from './stored-file.ts';
import { uploadedReleases } from './tables.ts';
import { insertUnused, removeUnused } from './unused-objects.ts';
import { listUploaded } from './uploaded-rows.ts';

/** Longer than a page stays open (docs/assumptions.md, "Uploaded releases"). */
export const OPEN_PAGE_MS = 30 * DAY_MS;

/** How exactly `needed_at` is kept. */
const MARK_EVERY_MS = HOUR_MS;

/**
 * Removes the files of releases that nobody can still have open, and those of cut-off uploads.
 * @throws the first error of the store; what it left is removed later
 */
export async function sweepReleases(services: Services): Promise<void> {
  const { queries, configuration, releaseStorage, clock } = services;
  const now = clock.real();
  const document = documentOf(registryDocumentSchema, configuration.current('registry'));
  const { needed, unneeded } = await sortUploaded(queries, document, now);
  await markNeeded(queries, needed, now);
  for (const release of unneeded) await removeFiles(release, services, now);
  const [failure] = await removeUnused(queries, releaseStorage, now);
  if (failure !== undefined) throw failure;
}

type Key = { name: string; version: string };
type Uploaded = Awaited<ReturnType<typeof listUploaded>>[number];

const withKey = ({ name, version }: Key) => and(eq(uploadedReleases.name, name), eq(uploadedReleases.version, version));

/** @returns `unneeded`: those that weren't needed for long enough */
async function sortUploaded(queries: Queries, document: RegistryDocument, now: number) {
  const uploaded = await listUploaded(queries);
  const isNeeded = await neededSince(queries, document, [...new Set(uploaded.map(({ name }) => name))], now);
  const needed = uploaded.filter((release) => release.isServed && isNeeded(release));
  const unneeded = uploaded.filter((release) => {
    const lastNeeded = Math.max(release.uploadedAt.getTime(), release.neededAt?.getTime() ?? 0);
    return !needed.includes(release) && now - lastNeeded > OPEN_PAGE_MS;
  });
  return { needed, unneeded };
}

async function markNeeded(queries: Queries, needed: readonly Uploaded[], now: number): Promise<void> {
  for (const release of needed)
    if ((release.neededAt?.getTime() ?? 0) < now - MARK_EVERY_MS)
      await queries
        .update(uploadedReleases)
        .set({ neededAt: new Date(now) })
        .where(withKey(release));
}

async function neededSince(
  queries: Queries,
  document: RegistryDocument,
  names: readonly string[],
  now: number,
): Promise<(release: Key) => boolean> {
  const since = new Date(now - OPEN_PAGE_MS);
  const versions = await queries
    .select({ document: configVersions.document })
    .from(configVersions)
    .where(and(eq(configVersions.name, 'registry'), gt(configVersions.changedAt, since)));
  const earlier = versions.map(storedDocument);
  const promoted = await queries
    .select({ name: promotions.name, version: promotions.version })
    .from(promotions)
    .where(gt(promotions.changedAt, since));
  const needed = new Map<string, ReadonlySet<string>>();
  for (const name of names) {
    const use = {
      decision: document.remotes[name],
      earlier: earlier.flatMap((version) => decidedOf(name, version) ?? []),
      promotions: await readPromotions(queries, name),
      promotedSince: promoted.filter((each) => each.name === name).map(({ version }) => version),
    };
    needed.set(name, neededVersions(name, use));
  }
  return ({ name, version }) => needed.get(name)?.has(version) === true;
}

/** Nobody pins, promotes or rolls back to it meanwhile: they lock the registry first, and find it removed. */
async function removeFiles(
  { name, version }: Key,
  { configuration, log }: Pick<Services, 'configuration' | 'log'>,
  now: number,
): Promise<void> {
  const by = { by: 'upkeep', why: '', way: 'start' } as const; // nothing of the document is changed
  await configuration.change('registry', by, async (current, transaction) => {
    const document = documentOf(registryDocumentSchema, current);
    const { unneeded } = await sortUploaded(transaction, document, now);
    if (!unneeded.some((each) => each.name === name && each.version === version)) return current.document;
    const [removed] = await transaction
      .update(uploadedReleases)
      .set({ removedAt: new Date(now) })
      .where(withKey({ name, version }))
      .returning();
    const objects = objectsOf(v.parse(storedFilesSchema, removed?.files ?? []));
    await insertUnused(transaction, { id: `${name} ${version} ${now}`, objects, dueAt: new Date(now) });
    log.info({ event: 'uploadedReleaseRemoved', remote: name, version });
    return current.document;
  });
}
