import { and, type Column, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { DAY_MS, midnightInShanghai } from '../../program/clock.ts';
import type { Queries } from '../../database/database.ts';
import { Refused } from '../../commands/refused.ts';
import { phoneIn } from '../../households/find-user.ts';
import { countPending, withDecisions, type workKinds } from './listed-work.ts';
import { reviewOrders } from './review-order.ts';
import { workColumns } from './stored-works.ts';
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

/**
 * Walks an index in the order of the list and filters by what has no index.
 * @param most bounds the walk where few works or none fit; `next` continues after it
 */
export async function listWorks(queries: Queries, filter: Filter, most = SEARCHED_AT_ONCE) {
  const { since, until, user, after, limit } = filter;
  if (since !== undefined && until !== undefined && since > until)
    throw new Refused(`No day is from ${since} on and until ${until}.`);
  const order = orderOf(filter);
  const inDays = submittedIn(filter);
  const indexed = and(
    order.where,
    user === undefined ? undefined : eq(works.userId, user),
    order.key === 'submittedAt' ? inDays : undefined,
    order.beyond(after, 'after'),
  );
  const walk = () =>
    queries
      .select()
      .from(works)
      .where(indexed)
      .orderBy(...order.by);
  const found = await queries
    .select(workColumns)
    .from(walk().limit(most).as('works')) // takes the table's place in the conditions
    .where(and(inDays, filter.kind === undefined ? undefined : eq(works.kind, filter.kind), matches(filter.search)))
    .orderBy(...order.by)
    .limit(limit + 1);
  const part = found.slice(0, limit);
  const [last] =
    found.length > limit
      ? part.slice(-1)
      : await walk()
          .offset(most - 1)
          .limit(1);
  return {
    pending: await countPending(queries),
    works: await withDecisions(queries, part),
    next: last === undefined ? null : order.cursorOf(last),
  };
}

function submittedIn({ since, until }: Filter): SQL | undefined {
  return and(
    since === undefined ? undefined : gte(works.submittedAt, midnightInShanghai(since)),
    until === undefined ? undefined : lt(works.submittedAt, new Date(midnightInShanghai(until).getTime() + DAY_MS)),
  );
}

/** In everything that the list shows, in any case; a phone however written, and ids as a whole. */
function matches(search: string | undefined): SQL | undefined {
  if (search === undefined) return undefined;
  const { id, userId, phone, devicePhone, cookName, nickName, desc, materials, tips, steps } = works;
  const within = (shown: SQL | Column) => sql`position(lower(${search}) in lower(${shown})) > 0`;
  const number = phoneIn(search);
  return or(
    eq(id, search),
    eq(userId, search),
    number === null ? undefined : or(eq(phone, number), eq(devicePhone, number)),
    ...[cookName, nickName, desc, materials, tips].map(within),
    sql`exists (select 1 from jsonb_array_elements(${steps}) as step where ${within(sql`step ->> 'stepDesc'`)})`,
  );
}
