import { and, arrayContains, desc, eq, getTableColumns, gt, gte, lt, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FieldChange, Scope } from '../commands/actor.ts';
import { Refused } from '../commands/refused.ts';
import { type Clock, DAY_MS, isoInShanghai, midnightInShanghai } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { events } from './tables.ts';

export type StoredEvent = typeof events.$inferSelect;

type Recorded = {
  about: readonly string[];
  changes?: readonly FieldChange[];
  document?: string;
  /** Where the reason isn't that of the whole command. */
  why?: string;
};

/**
 * Writes an event, in the transaction that changes what it tells of.
 * @returns its id
 * @throws Refused where something about the same was changed since `scope.expected` (a document's serial is checked by
 * the documents), or another event undid `scope.undoes` meanwhile
 */
export async function record(
  queries: Queries,
  scope: Scope,
  clock: Clock,
  { about, changes = [], document, why = scope.why }: Recorded,
): Promise<number> {
  if (scope.expected !== undefined && document === undefined) await requireNoneSince(queries, about, scope.expected);
  const { by, way, command = '', undoes = null, later } = scope;
  const [event] = await queries
    .insert(events)
    .values({
      at: new Date(clock.real()),
      businessAt: new Date(clock.business()),
      by,
      way,
      command,
      about: [...about, ...(later === undefined ? [] : [`later ${later}`])],
      why,
      changes: [...changes],
      document: document ?? null,
      undoes,
    })
    .onConflictDoNothing({ target: events.undoes })
    .returning();
  if (event === undefined) throw new Refused(`Event ${undoes} was undone by another one just now. See history.`);
  scope.tell?.(event);
  return event.id;
}

const EVENTS_NAMED = 10;
const EVENTS_LOOKED_AT = 1_000;

async function requireNoneSince(queries: Queries, about: readonly string[], expected: number): Promise<void> {
  const [subject = ''] = about;
  const since = await listEvents(queries, { about: subject, after: expected, limit: EVENTS_NAMED });
  if (since.length === 0) return;
  const lines = since.map((event) => `  ${eventLine(event)}`);
  throw new Refused([`${subject} was changed since event ${expected}, and nothing was done:`, ...lines].join('\n'));
}

/**
 * For an undo that restores what an event changed.
 * @throws Refused where a later event about the same changed it too
 */
export async function requireUnchangedSince(queries: Queries, { id, about, changes }: StoredEvent): Promise<void> {
  const [subject = ''] = about;
  const later = (await listEvents(queries, { about: subject, after: id, limit: EVENTS_LOOKED_AT })).filter((event) =>
    event.changes.some(({ path }) => changes.some((change) => change.path === path)),
  );
  if (later.length === 0) return;
  const lines = later.slice(0, EVENTS_NAMED).map((event) => `  ${eventLine(event)}`);
  throw new Refused([`${subject} was changed since event ${id}, and nothing was undone:`, ...lines].join('\n'));
}

/** `12 by Lin (console), 2023-08-01T10:00:00+08:00, "the last week": levels.1.weight: 1 -> 10` */
export function eventLine({ id, by, way, at, why, changes }: StoredEvent): string {
  const reason = why === '' ? '' : `, "${why}"`;
  return `${id} by ${by} (${way}), ${isoInShanghai(at)}${reason}${changes.length === 0 ? '' : `: ${changesText(changes)}`}`;
}

const CHANGES_NAMED = 10;

export function changesText(changes: readonly FieldChange[]): string {
  const named = changes.slice(0, CHANGES_NAMED).map(changeText).join('; ');
  return changes.length > CHANGES_NAMED ? `${named} and ${changes.length - CHANGES_NAMED} more` : named;
}

export const changeText = ({ path, before, after }: FieldChange): string =>
  `${path}: ${valueText(before)} -> ${valueText(after)}`;

export const valueText = (value: unknown): string => (value === undefined ? '(none)' : JSON.stringify(value));

type Filter = {
  document?: string | undefined;
  by?: string | undefined;
  about?: string | undefined;
  /** Of real time, in China. */
  day?: string | undefined;
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
};

const undoing = alias(events, 'undoing');

/** The latest first, each with the event that undid it. */
export function listEvents(queries: Queries, { document, by, about, day, before, after, limit }: Filter) {
  const midnight = day === undefined ? undefined : midnightInShanghai(day);
  const conditions: (SQL | undefined)[] = [
    document === undefined ? undefined : eq(events.document, document),
    by === undefined ? undefined : eq(events.by, by),
    about === undefined ? undefined : arrayContains(events.about, [about]),
    midnight && gte(events.at, midnight),
    midnight && lt(events.at, new Date(midnight.getTime() + DAY_MS)),
    before === undefined ? undefined : lt(events.id, before),
    after === undefined ? undefined : gt(events.id, after),
  ];
  return queries
    .select({ ...getTableColumns(events), undoneBy: undoing.id })
    .from(events)
    .leftJoin(undoing, eq(undoing.undoes, events.id))
    .where(and(...conditions))
    .orderBy(desc(events.id))
    .limit(limit);
}

/** @throws Refused */
export async function readEvent(queries: Queries, id: number): Promise<StoredEvent> {
  const [event] = await queries.select().from(events).where(eq(events.id, id));
  if (event === undefined) throw new Refused(`There is no event ${id}. See history.`);
  return event;
}
