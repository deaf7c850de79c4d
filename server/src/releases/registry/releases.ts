import { isDeepStrictEqual } from 'node:util';
import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Clock } from '../../program/clock.ts';
import type { FieldChange, Scope } from '../../commands/actor.ts';
import type { Queries } from '../../database/database.ts';
import { tellFollowers } from '../../documents/follow-database.ts';
import { record, type StoredEvent } from '../../history/events.ts';
import { events, isPromotion } from '../../history/tables.ts';
import { LATEST, type RegistryDocument } from './registry-document.ts';
import { contractsOf, type Promotion, promotedReleases, type ReleaseRecords } from './resolve-registry.ts';
import { releases } from './tables.ts';

/** Who changes something, why, and by what way. */
export type Author = Scope;

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
  const chosen = Object.entries(remotes).flatMap(([name, { release, canary }]) => {
    const last = promoted.findLast((promotion) => promotion.name === name);
    const fitting = contracts.map((contract) => promotedReleases(name, promoted, contract).at(-1));
    const versions = new Set([...fitting, last?.version, release === LATEST ? undefined : release, canary?.release]);
    return [...versions].flatMap((version) => (version === undefined ? [] : [{ name, version }]));
  });
  const rows =
    chosen.length === 0
      ? []
      : await queries
          .select()
          .from(releases)
          .where(or(...chosen.map(withKey)));
  return {
    names: named.map(({ name }) => name),
    promotions: promoted,
    releases: rows.map(({ name, version, baseUrl, removedAt, description }) => {
      return { name, version, baseUrl, removedAt, description: v.parse(descriptionSchema, description) };
    }),
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

/** Newest first, by their last promotion. `contract`: what it is built for. `removedAt`: since when it isn't there. */
export function listReleases(queries: Queries, name: string) {
  const { version, baseUrl, removedAt, changedBy, why, way, changedAt } = releases;
  const promotedAt = sql<number>`coalesce((select max(${events.id}) from ${events} where ${promotion.is}
    and ${promotion.name} = ${releases.name} and ${promotion.version} = ${version}), 0)`;
  return queries
    .select({ version, baseUrl, removedAt, contract: contractOfRelease, changedBy, why, way, changedAt })
    .from(releases)
    .where(eq(releases.name, name))
    .orderBy(desc(promotedAt), desc(changedAt));
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
  author: Author,
  clock: Clock,
): Promise<void> {
  const { name, version } = release;
  const row = { name, version, baseUrl, description: descriptionOf(release), ...changedBy(author, clock) };
  await queries.insert(releases).values(row).onConflictDoNothing();
  await tell(queries, author, clock, { name, path: 'published', after: version });
}

/** A release moves as a whole, with its files: only its address is other than it was published with. */
export async function moveRelease(queries: Queries, key: Key & { baseUrl: string }, author: Author, clock: Clock) {
  await queries
    .update(releases)
    .set({ baseUrl: key.baseUrl, ...changedBy(author, clock) })
    .where(withKey(key));
  await tell(queries, author, clock, { name: key.name, path: `${key.version} served from`, after: key.baseUrl });
}

/** One that was removed is there again. */
export async function returnRelease(queries: Queries, key: Key, author: Author, clock: Clock): Promise<void> {
  await queries.update(releases).set({ removedAt: null }).where(withKey(key));
  await tell(queries, author, clock, { name: key.name, path: `removed ${key.version}`, before: true });
}

/** The builds that starts of this machine published are served from its present origin. */
export async function moveStartedReleases(queries: Queries, name: string, origin: string): Promise<void> {
  await queries
    .update(releases)
    .set({ baseUrl: sql`regexp_replace(${releases.baseUrl}, '^https?://[^/]+', ${origin})` })
    .where(and(eq(releases.name, name), eq(releases.way, 'start')));
}

/** `scope.command` says whether it is a roll-back. */
export async function insertPromotion(
  queries: Queries,
  { name, version }: Key,
  scope: Author,
  clock: Clock,
): Promise<void> {
  const before = (await readPromotions(queries, name)).at(-1)?.version;
  await tell(queries, scope, clock, { name, path: 'promoted', before, after: version });
  await tellFollowers(queries);
}

const changedBy = ({ by, why, way }: Author, clock: Clock) => {
  return { changedBy: by, why, way, changedAt: new Date(clock.real()) };
};

/** `expected` is the registry's serial, which was compared before. */
async function tell(
  queries: Queries,
  author: Author,
  clock: Clock,
  { name, ...change }: FieldChange & { name: string },
) {
  const scope = { ...author, expected: undefined, command: author.command ?? 'publish' };
  await record(queries, scope, clock, { about: [name], changes: [change] });
}
