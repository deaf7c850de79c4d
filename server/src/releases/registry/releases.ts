import { isDeepStrictEqual } from 'node:util';
import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { FieldChange, Scope } from '../../commands/actor.ts';
import type { Queries } from '../../database/database.ts';
import { tellFollowers } from '../../documents/follow-database.ts';
import { record, type StoredEvent } from '../../history/events.ts';
import { events, isPromotion } from '../../history/tables.ts';
import type { Clock } from '../../program/clock.ts';
import { releases } from '../tables.ts';
import type { RegistryDocument } from './registry-document.ts';
import { contractsOf, type Promotion, promotedReleases, type ReleaseRecords } from './resolve-registry.ts';

export type ReleaseRow = typeof releases.$inferSelect;
type Key = Pick<ReleaseRow, 'name' | 'version'>;

const descriptionSchema = v.looseObject({});

/** A release comes and goes by its name and version alone: its description never changes. */
const withKey = ({ name, version }: Key) => and(eq(releases.name, name), eq(releases.version, version));

/**
 * What `resolveRegistry` needs for this document, for a host of any contract. Descriptions are large: only those that
 * pages get are read.
 */
export async function readRecords(queries: Queries, { remotes }: RegistryDocument): Promise<ReleaseRecords> {
  const named = await queries.selectDistinct({ name: releases.name }).from(releases).orderBy(asc(releases.name));
  const promoted = await readPromotions(queries);
  const contracts = contractsOf({ promotions: promoted, releases: [] });
  const given = Object.entries(remotes).flatMap(([name, { release, canary }]) => {
    const last = promoted.findLast((promotion) => promotion.name === name);
    const fitting = contracts.map((contract) => promotedReleases(name, promoted, contract).at(-1));
    const versions = new Set([release, canary?.release, last?.version, ...fitting]);
    return [...versions].map((version = '') => withKey({ name, version }));
  });
  const rows = await queries
    .select()
    .from(releases)
    .where(or(sql`false`, ...given));
  return {
    names: named.map(({ name }) => name),
    promotions: promoted,
    releases: rows.map((row) => ({ ...row, description: v.parse(descriptionSchema, row.description) })),
  };
}

/** Real time. `way`: who promoted, an operator or a start. */
export type StoredPromotion = Promotion & Pick<StoredEvent, 'way' | 'at'>;

/** A view of the history: which release a remote's visitors were given. */
const promotion = {
  is: isPromotion(events),
  name: sql<string>`${events.about}[1]`,
  version: sql<string>`${events.changes} -> 0 ->> 'after'`,
};

/** Oldest first. */
export function readPromotions(queries: Queries, name?: string): Promise<StoredPromotion[]> {
  const { command, way, at, id } = events;
  return queries
    .select({
      name: releases.name,
      version: releases.version,
      isRollBack: sql<boolean>`${command} = 'rollback'`,
      way,
      at,
      contract: contractOfRelease,
    })
    .from(events)
    .innerJoin(releases, and(eq(releases.name, promotion.name), eq(releases.version, promotion.version)))
    .where(and(promotion.is, name === undefined ? undefined : eq(promotion.name, name)))
    .orderBy(asc(id));
}

const contractOfRelease: SQL<string> = sql<string>`coalesce(${releases.description}->>'contract', '')`;

/** Changes with every promotion, new release, new address and removal, whatever the clocks of the machines are. */
export async function recordsStamp(queries: Queries): Promise<string> {
  const { name, version, baseUrl, removedAt } = releases;
  const row = sql`concat_ws(' ', ${name}, ${version}, ${baseUrl}, ${removedAt}::text)`;
  const addresses = sql<string>`string_agg(${row}, ' ' order by ${name}, ${version})`;
  const [stamp] = await queries
    .select({
      addresses: sql<string>`md5(coalesce(${addresses}, ''))`,
      promotion: sql<number>`(select coalesce(max(${events.id}), 0) from ${events} where ${promotion.is})`,
    })
    .from(releases);
  return `${stamp?.promotion} ${stamp?.addresses}`;
}

export async function readStoredRelease(queries: Queries, key: Key): Promise<ReleaseRow | null> {
  const [row] = await queries.select().from(releases).where(withKey(key));
  return row ?? null;
}

/**
 * Newest first, by their last promotion. `contract`: what it is built for. `removedAt`: since when it isn't there.
 * `by`, `way`, `why`, `at`: who published it, or moved it last.
 */
export function listReleases(queries: Queries, name: string) {
  const { version, baseUrl, removedAt, event } = releases;
  const { by, way, why, at } = events;
  const promotedAt = sql<number>`coalesce((select max(${events.id}) from ${events} where ${promotion.is}
    and ${promotion.name} = ${releases.name} and ${promotion.version} = ${version}), 0)`;
  return queries
    .select({ version, baseUrl, removedAt, contract: contractOfRelease, by, way, why, at })
    .from(releases)
    .innerJoin(events, eq(events.id, event))
    .where(eq(releases.name, name))
    .orderBy(desc(promotedAt), desc(event));
}

/** Whether both are the same build. The stored one is read as the new one was, by the schema of this host. */
export function isSameRelease({ description }: ReleaseRow, release: Release): boolean {
  const stored = v.safeParse(releaseSchema, description);
  return isDeepStrictEqual(descriptionOf(stored.success ? stored.output : Object(description)), descriptionOf(release));
}

const descriptionOf = (release: object): unknown => JSON.parse(JSON.stringify(release));

export async function insertRelease<Described extends Key>(
  queries: Queries,
  { release, baseUrl }: { release: Described; baseUrl: string },
  scope: Scope,
  clock: Clock,
): Promise<void> {
  const { name, version } = release;
  const event = await tell(queries, scope, clock, { name, path: 'published', after: version });
  await queries.insert(releases).values({ name, version, baseUrl, description: descriptionOf(release), event });
}

/** A release moves as a whole, with its files: only its address is other than it was published with. */
export async function moveRelease(queries: Queries, key: Key & { baseUrl: string }, scope: Scope, clock: Clock) {
  const { name, version, baseUrl } = key;
  const event = await tell(queries, scope, clock, { name, path: `${version} served from`, after: baseUrl });
  await queries.update(releases).set({ baseUrl, event }).where(withKey(key));
}

/** @param removedAt since when pages can't get it; `null`: it is there again */
export async function setRemoved(queries: Queries, key: Key, removedAt: Date | null, scope: Scope, clock: Clock) {
  const change = removedAt === null ? { before: true } : { after: true };
  await queries.update(releases).set({ removedAt }).where(withKey(key));
  await tell(queries, scope, clock, { name: key.name, path: `removed ${key.version}`, ...change });
}

/** The builds that starts of this machine published are served from its present origin. */
export async function moveStartedReleases(queries: Queries, name: string, origin: string): Promise<void> {
  const byStarts = queries.select({ id: events.id }).from(events).where(eq(events.way, 'start'));
  await queries
    .update(releases)
    .set({ baseUrl: sql`regexp_replace(${releases.baseUrl}, '^https?://[^/]+', ${origin})` })
    .where(and(eq(releases.name, name), inArray(releases.event, byStarts)));
}

/** `scope.command` says whether it is a roll-back. */
export async function insertPromotion(queries: Queries, { name, version }: Key, scope: Scope, clock: Clock) {
  const before = (await readPromotions(queries, name)).at(-1)?.version;
  await tell(queries, scope, clock, { name, path: 'promoted', before, after: version });
}

/** `expected` is the registry's serial, which was compared before. @returns the event's id */
async function tell(
  queries: Queries,
  { command = 'publish', ...scope }: Scope,
  clock: Clock,
  { name, ...change }: FieldChange & { name: string },
): Promise<number> {
  await tellFollowers(queries);
  return record(queries, { ...scope, command, expected: undefined }, clock, { about: [name], changes: [change] });
}
