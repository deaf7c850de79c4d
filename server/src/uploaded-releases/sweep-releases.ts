import { contractVersion } from '@fridge/shared-contracts/host';
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import * as v from 'valibot';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { configVersions, promotions, uploadedReleases } from '../database/schema.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import { type RegistryDocument, registryDocumentSchema } from '../registry/registry-document.ts';
import { readPromotions } from '../registry/releases.ts';
import type { Services } from '../services.ts';
import { neededVersions } from './needed-releases.ts';
import { objectsOf, storedFilesSchema } from './stored-file.ts';
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
  for (const release of await markNeeded(queries, document, now)) await removeFiles(release, services, now);
  const [failure] = await removeUnused(queries, releaseStorage, now);
  if (failure !== undefined) throw failure;
}

type Key = { name: string; version: string };

const withKey = ({ name, version }: Key) => and(eq(uploadedReleases.name, name), eq(uploadedReleases.version, version));

/** @returns those that weren't needed for long enough */
async function markNeeded(queries: Queries, document: RegistryDocument, now: number): Promise<Key[]> {
  const uploaded = await listUploaded(queries);
  const isNeeded = await neededSince(queries, document, [...new Set(uploaded.map(({ name }) => name))], now);
  const { neededAt } = uploadedReleases;
  for (const release of uploaded.filter(isNeeded)) {
    const isDue = or(isNull(neededAt), lt(neededAt, new Date(now - MARK_EVERY_MS)));
    if ((release.neededAt?.getTime() ?? 0) < now - MARK_EVERY_MS)
      await queries
        .update(uploadedReleases)
        .set({ neededAt: new Date(now) })
        .where(and(withKey(release), isDue));
  }
  return uploaded.filter((release) => {
    const lastNeeded = Math.max(release.uploadedAt.getTime(), release.neededAt?.getTime() ?? 0);
    return !isNeeded(release) && now - lastNeeded > OPEN_PAGE_MS;
  });
}

const textSchema = v.pipe(v.string(), v.parseJson(), registryDocumentSchema);

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
  const earlier = versions.flatMap((version) => {
    const parsed = v.safeParse(textSchema, version.document);
    return parsed.success ? [parsed.output.remotes] : [];
  });
  const promoted = await queries
    .select({ name: promotions.name, version: promotions.version })
    .from(promotions)
    .where(gt(promotions.changedAt, since));
  const needed = new Map<string, ReadonlySet<string>>();
  for (const name of names) {
    const use = {
      decision: document.remotes[name],
      earlier: earlier.flatMap((remotes) => remotes[name] ?? []),
      promotions: await readPromotions(queries, name),
      promotedSince: promoted.filter((each) => each.name === name).map(({ version }) => version),
    };
    needed.set(name, neededVersions(name, use, contractVersion));
  }
  return ({ name, version }) => needed.get(name)?.has(version) === true;
}

/** Nobody pins, promotes or rolls back to it meanwhile: they lock the registry first, and find it removed. */
async function removeFiles(
  release: Key,
  { configuration, log }: Pick<Services, 'configuration' | 'log'>,
  now: number,
): Promise<void> {
  const by = { by: 'upkeep', why: '', way: 'start' } as const; // nothing of the document is changed
  await configuration.change('registry', by, async (current, transaction) => {
    const document = documentOf(registryDocumentSchema, current);
    const isNeeded = await neededSince(transaction, document, [release.name], now);
    const [removed] = isNeeded(release)
      ? []
      : await transaction
          .update(uploadedReleases)
          .set({ removedAt: new Date(now) })
          .where(and(withKey(release), isNull(uploadedReleases.removedAt)))
          .returning();
    if (removed === undefined) return current.document;
    const files = v.parse(storedFilesSchema, removed.files);
    const id = `${release.name} ${release.version} ${now}`;
    await insertUnused(transaction, { id, objects: objectsOf(files), dueAt: new Date(now) });
    log.info({ event: 'uploadedReleaseRemoved', remote: release.name, version: release.version });
    return current.document;
  });
}
