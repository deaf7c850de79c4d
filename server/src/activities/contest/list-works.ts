import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { DAY_MS, midnightInShanghai } from '../../program/clock.ts';
import type { Queries } from '../../database/database.ts';
import { Refused } from '../../commands/refused.ts';
import { countPending, withDecisions, type workKinds } from './listed-work.ts';
import { reviewOrders } from './review-order.ts';
import { findWorks } from './stored-works.ts';
import { works } from './tables.ts';

export const workLists = ['pending', 'approved', 'rejected', 'decided', 'all'] as const;

/** Works that one request looks through. */
const SEARCHED_AT_ONCE = 100_000;

type Optional<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };
type Filter = { limit: number } & Optional<{
  show: (typeof workLists)[number];
  search: string;
  kind: (typeof workKinds)[number];
  user: string;
  /** Days of submission, both included, of business time in China. */
  since: string;
  until: string;
  after: string;
}>;

/** `pending`: oldest first; `all`: latest submission first; others: latest decision first. */
const orderOf = ({ show, search, user }: Filter) =>
  reviewOrders[show ?? (search === undefined && user === undefined ? 'pending' : 'all')];

export async function listWorks(queries: Queries, filter: Filter) {
  const { since, until } = filter;
  if (since !== undefined && until !== undefined && since > until)
    throw new Refused(`No day is from ${since} on and until ${until}.`);
  const order = orderOf(filter);
  const { part, next } = await findPart(queries, filter, SEARCHED_AT_ONCE);
  const ids = part.map(({ id }) => id);
  return {
    pending: await countPending(queries),
    works: await withDecisions(queries, await findWorks(queries, inArray(works.id, ids), { order: order.by })),
    next: next === undefined ? null : order.cursorOf(next),
  };
}

type Place = Pick<typeof works.$inferSelect, 'id' | 'submittedAt' | 'lastDecision'>;

/**
 * Walks an index in the order of the list and filters by what has no index.
 * @param most bounds the walk where few works or none fit; `next` continues after it
 */
export async function findPart(
  queries: Queries,
  filter: Filter,
  most: number,
): Promise<{ part: Place[]; next: Place | undefined }> {
  const { user, after, limit } = filter;
  const order = orderOf(filter);
  const inDays = submittedIn(filter);
  const indexed = and(
    order.where,
    user === undefined ? undefined : eq(works.userId, user),
    order.key === 'submittedAt' ? inDays : undefined,
    after === undefined ? undefined : order.beyond(after, 'after'),
  );
  const place = { id: works.id, submittedAt: works.submittedAt, lastDecision: works.lastDecision };
  const walked = queries
    .select({ ...place, userId: works.userId, kind: works.kind, cookName: works.cookName, nickName: works.nickName })
    .from(works)
    .where(indexed)
    .orderBy(...order.by)
    .limit(most)
    .as('works'); // takes the table's place in the conditions below
  const found = await queries
    .select({ id: walked.id, submittedAt: walked.submittedAt, lastDecision: walked.lastDecision })
    .from(walked)
    .where(and(inDays, filter.kind === undefined ? undefined : eq(works.kind, filter.kind), matches(filter.search)))
    .orderBy(...order.by)
    .limit(limit + 1);
  const part = found.slice(0, limit);
  if (found.length > limit) return { part, next: part.at(-1) };
  const [lastWalked] = await queries
    .select(place)
    .from(works)
    .where(indexed)
    .orderBy(...order.by)
    .offset(most - 1)
    .limit(1);
  return { part, next: lastWalked };
}

function submittedIn({ since, until }: Filter): SQL | undefined {
  return and(
    since === undefined ? undefined : gte(works.submittedAt, midnightInShanghai(since)),
    until === undefined ? undefined : lt(works.submittedAt, new Date(midnightInShanghai(until).getTime() + DAY_MS)),
  );
}

function matches(search: string | undefined): SQL | undefined {
  if (search === undefined) return undefined;
  const within = (column: typeof works.cookName | typeof works.nickName) =>
    sql`position(lower(${search}) in lower(${column})) > 0`;
  return or(eq(works.id, search), eq(works.userId, search), within(works.cookName), within(works.nickName));
}
