import { createHash, randomBytes } from 'node:crypto';
import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import { and, desc, eq, gt, inArray, isNull, lte, notInArray } from 'drizzle-orm';
import * as v from 'valibot';
import { HOUR_MS } from '../../program/clock.ts';
import type { TeamKey } from '../../commands/actor.ts';
import { askedTogether, rowsByKey } from '../../database/batches.ts';
import type { Queries } from '../../database/database.ts';
import { teamOf, teamsInForce } from '../teams/read-teams.ts';
import { teamKeyProblems } from '../teams/team-key-problems.ts';
import { linkedRelease, type Preview, type PreviewServices } from './release-links.ts';
import { isPreviewOrigin } from './preview-origins.ts';
import { previews } from './tables.ts';

/** A working day. Later builds of it don't prolong it. */
const LIFE_MS = 12 * HOUR_MS;

/** At once; the one that was changed longest ago makes room. */
export const MOST_PER_TEAM = 10;

/** Of a link and a cookie: 32 bytes as base64url, or a signed token (`release-links.ts`). */
export const KEY = /^(?:[\w-]{43}|[\w-]{1,100}\.[\w-]{1,400}\.[\w-]{43})$/;
export const isSigned = (key: string): boolean => key.includes('.');

export type { Preview } from './release-links.ts';

type Row = typeof previews.$inferSelect;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
/** The link follows from the id, which the database doesn't hold: a later build answers with the same one. */
const linkOf = (id: string): string => createHash('sha256').update(`link of ${id}`).digest('base64url');

/**
 * Stores a build. One with the id of the team's own living preview takes the former build's place; any other id makes a
 * new preview.
 * @param now real time, milliseconds
 * @returns `null`: the id is of another team or another remote
 */
export async function storePreview(
  queries: Queries,
  { team, keyId }: TeamKey,
  { release, baseUrl, id }: { release: Release; baseUrl: string; id: string | null },
  now: number,
): Promise<{ id: string; link: string; expiresAt: number; isNew: boolean } | null> {
  const build = { name: release.name, baseUrl, description: release, keyId, updatedAt: new Date(now) };
  return queries.transaction(async (transaction) => {
    const [stored] =
      id === null
        ? []
        : await transaction
            .select()
            .from(previews)
            .where(living(hashOf(id), now));
    if (id !== null && stored !== undefined) {
      if (stored.team !== team || stored.name !== release.name) return null;
      await transaction
        .update(previews)
        .set(build)
        .where(eq(previews.idHash, hashOf(id)));
      return { id, link: linkOf(id), expiresAt: stored.expiresAt.getTime(), isNew: false };
    }
    const made = randomBytes(32).toString('base64url');
    const expiresAt = now + LIFE_MS;
    const hashes = { idHash: hashOf(made), linkHash: hashOf(linkOf(made)) };
    await transaction.insert(previews).values({ ...build, ...hashes, team, expiresAt: new Date(expiresAt) });
    const kept = transaction
      .select({ idHash: previews.idHash })
      .from(previews)
      .where(eq(previews.team, team))
      .orderBy(desc(previews.updatedAt))
      .limit(MOST_PER_TEAM);
    // In one statement: one that another developer makes meanwhile is not seen by half.
    await transaction.delete(previews).where(and(eq(previews.team, team), notInArray(previews.idHash, kept)));
    return { id: made, link: linkOf(made), expiresAt, isNew: true };
  });
}

const living = (idHash: string, now: number) => and(eq(previews.idHash, idHash), gt(previews.expiresAt, new Date(now)));

type Visits = PreviewServices;

const ofLink = (link: string, { clock }: Visits) =>
  and(eq(previews.linkHash, hashOf(link)), gt(previews.expiresAt, new Date(clock.real())));

/**
 * What a link would open; changes nothing.
 * @param visit the cookie that the browser has, if any
 * @returns `isOpen`: in this browser; `null`: there is no such link, or another browser has used it
 */
export async function findPreview(
  services: Visits,
  link: string,
  visit: string | null,
): Promise<{ preview: Preview; isOpen: boolean } | null> {
  if (isSigned(link)) {
    const linked = await linkedRelease(link, services);
    return linked && { preview: linked, isOpen: visit === link };
  }
  const [row] = await services.queries.select().from(previews).where(ofLink(link, services));
  const isOpen = row?.visitHash != null;
  if (row === undefined || (isOpen && row.visitHash !== hashOf(visit ?? ''))) return null;
  const preview = await inForce(row, services);
  return preview === null ? null : { preview, isOpen };
}

/**
 * Opens a preview by its link: the first browser gets it, and every browser a published release.
 * @returns the cookie of its visit; `null`: there is no such link, or a browser has used it
 */
export async function openPreview(services: Visits, link: string): Promise<{ preview: Preview; visit: string } | null> {
  if (isSigned(link)) {
    const linked = await linkedRelease(link, services);
    return linked && { preview: linked, visit: link };
  }
  const visit = randomBytes(32).toString('base64url');
  const [row] = await services.queries
    .update(previews)
    .set({ visitHash: hashOf(visit) })
    .where(and(ofLink(link, services), isNull(previews.visitHash)))
    .returning();
  const preview = row === undefined ? null : await inForce(row, services);
  return preview === null ? null : { preview, visit };
}

const visited = askedTogether('previewVisits', async (queries, hashes): Promise<(Row | null)[]> => {
  const rows = await queries
    .select()
    .from(previews)
    .where(inArray(previews.visitHash, [...hashes]));
  return rowsByKey(hashes, rows, ({ visitHash }) => visitHash ?? '').map(([row]) => row ?? null);
});

/** Which preview a cookie shows. */
export async function previewOfVisit(visit: string, services: Visits): Promise<Preview | null> {
  if (isSigned(visit)) return linkedRelease(visit, services);
  const row = await visited(services.queries, hashOf(visit));
  return row === null ? null : inForce(row, services);
}

/**
 * @returns `null` once it has expired, previews are switched off, its key is revoked, or its team lacks the key, the
 * name or the origin
 */
async function inForce(row: Row, { queries, configuration, settings, clock }: Visits): Promise<Preview | null> {
  const { team, keyId, name, baseUrl, expiresAt } = row;
  if (!settings.current().previews || expiresAt.getTime() <= clock.real()) return null;
  const holder = teamOf(teamsInForce(configuration), team);
  if (holder === null || (await teamKeyProblems(queries, holder, { team, keyId })).length > 0) return null;
  if (!holder.remotes.includes(name) || !isPreviewOrigin(baseUrl, holder.origins)) return null;
  const release = v.safeParse(releaseSchema, row.description);
  return release.success ? { team, release: release.output, baseUrl, expiresAt, isPublished: false } : null;
}

/** Ends the preview of a visit. */
export async function endPreview(queries: Queries, visit: string): Promise<{ team: string; name: string } | null> {
  const [ended] = await queries
    .delete(previews)
    .where(eq(previews.visitHash, hashOf(visit)))
    .returning({ team: previews.team, name: previews.name });
  return ended ?? null;
}

/** Deletes previews whose time is over. */
export async function prunePreviews(queries: Queries, now: number): Promise<void> {
  await queries.delete(previews).where(lte(previews.expiresAt, new Date(now)));
}
