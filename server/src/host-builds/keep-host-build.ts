import { eq, inArray } from 'drizzle-orm';
import { HOUR_MS } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { HostBuild } from './read-host-build.ts';
import { hostBuilds, hostFiles } from './tables.ts';
import { unneededBuilds } from './unneeded-builds.ts';

/** How exactly `served_at` is kept. */
const MARK_EVERY_MS = HOUR_MS;

type Keeping = { queries: Queries; clock: { real(): number }; log: Log };

/**
 * Keeps this process's build of the host where every process finds it, and lets go of those that nobody needs. Run at
 * the start, before any page is served, and by upkeep.
 */
export async function keepHostBuild(build: HostBuild, { queries, clock, log }: Keeping): Promise<void> {
  const now = clock.real();
  const isNew = await markServed(queries, build, now);
  if (isNew) log.info({ event: 'hostBuildKept', build: build.id, files: build.files.length });
  const builds = await queries.select().from(hostBuilds);
  const unneeded = unneededBuilds(builds, now).filter((id) => id !== build.id);
  if (unneeded.length === 0) return;
  await queries.delete(hostBuilds).where(inArray(hostBuilds.id, unneeded));
  for (const id of unneeded) log.info({ event: 'hostBuildRemoved', build: id });
}

/** @returns whether it wasn't kept before */
async function markServed(queries: Queries, { id, files }: HostBuild, now: number): Promise<boolean> {
  const servedAt = new Date(now);
  const [kept] = await queries.select().from(hostBuilds).where(eq(hostBuilds.id, id));
  if (kept !== undefined && Math.abs(now - kept.servedAt.getTime()) < MARK_EVERY_MS) return false;
  return queries.transaction(async (transaction) => {
    const inserted = await transaction
      .insert(hostBuilds)
      .values({ id, servedAt })
      .onConflictDoNothing()
      .returning({ id: hostBuilds.id });
    if (inserted.length === 0) {
      await transaction.update(hostBuilds).set({ servedAt }).where(eq(hostBuilds.id, id));
      return false;
    }
    if (files.length > 0) await transaction.insert(hostFiles).values(files.map((file) => ({ build: id, ...file })));
    return true;
  });
}
