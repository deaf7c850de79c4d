import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { recordAction } from '../../operator/actions.ts';
import { type CommandHandler, CommandRefused, type ParsedRequest } from '../../operator/protocol.ts';
import { operatorActions } from '../../operator/tables.ts';
import type { Services } from '../../services.ts';
import { workPrizes } from '../contest/tables.ts';
import { giftName } from './outcomes.ts';
import { isInState } from './prize-state-in-sql.ts';
import { prizeState } from './prize-state.ts';
import { drawPrizes } from './tables.ts';

type StoredPrize = typeof drawPrizes.$inferSelect;
type Filter = Omit<ParsedRequest<'prizes.list'>, 'command'>;

export const listPrizes: CommandHandler<'prizes.list'> = async (filter, services) => {
  const { prizes, next } = await findPrizes(services, filter);
  return {
    prizes: prizes.map(({ prize, ...listed }) => ({ ...listed, phone: maskedPhone(prize.recipientPhone) })),
    next,
  };
};

/** Names, phones and addresses, written down once per list or export. */
export const readRecipients: CommandHandler<'prizes.recipients'> = async (request, services) => {
  const { look, total } = await openLook(request, services);
  const { prizes, next } = await findPrizes(services, request);
  return {
    look,
    total,
    prizes: prizes.map(({ prize, ...listed }) => ({
      ...listed,
      name: prize.recipientName ?? '',
      phone: prize.recipientPhone ?? '',
      address: prize.recipientAddress ?? '',
    })),
    next,
  };
};

async function openLook(
  request: ParsedRequest<'prizes.recipients'>,
  { queries, clock }: Services,
): Promise<{ look: number; total: number }> {
  const { purpose, by, why, look } = request;
  const action = `prizes.${purpose}`;
  const total = await queries.$count(drawPrizes, matching(request, clock.business()));
  if (look === undefined) {
    const entry = { action, subject: subjectOf(request, total), by, why, way: 'command' } as const;
    return { look: await recordAction(queries, entry, clock.real()), total };
  }
  const own = and(
    eq(operatorActions.id, look),
    eq(operatorActions.action, action),
    eq(operatorActions.changedBy, by),
    eq(operatorActions.why, why),
  );
  if ((await queries.$count(operatorActions, own)) === 0)
    throw new CommandRefused(`Look ${look} isn't one that ${by} began. Begin again without it.`);
  return { look, total };
}

/** `toShip, level 2, user U1001: 12 prizes` */
const subjectOf = ({ state, level, user }: Filter, total: number): string =>
  `${[state ?? 'all', level && `level ${level}`, user && `user ${user}`].filter(Boolean).join(', ')}: ${total} prizes`;

function matching({ state, user, level }: Filter, now: number): SQL | undefined {
  return and(
    state && isInState(state, now),
    user === undefined ? undefined : eq(drawPrizes.userId, user),
    level === undefined ? undefined : eq(drawPrizes.level, level),
  );
}

async function findPrizes({ queries, clock }: Services, filter: Filter) {
  const now = clock.business();
  const { limit, after } = filter;
  const found = await queries
    .select()
    .from(drawPrizes)
    .where(and(matching(filter, now), after === undefined ? undefined : beyond(after)))
    .orderBy(desc(drawPrizes.wonAt), desc(drawPrizes.id))
    .limit(limit + 1);
  const part = found.slice(0, limit);
  const last = part.at(-1);
  const worksByPrize = await contestWorks(queries, part);
  return {
    prizes: part.map((prize) => ({
      ...prize,
      prize,
      state: prizeState(prize, now),
      giftName: giftName(prize.level),
      work: worksByPrize.get(prize.id) ?? null,
    })),
    next: last !== undefined && found.length > limit ? `${last.wonAt.getTime()}.${last.id}` : null,
  };
}

function beyond(cursor: string): SQL {
  const [, at = '', id = ''] = /^(\d+)\.(.+)$/.exec(cursor) ?? [];
  return sql`(${drawPrizes.wonAt}, ${drawPrizes.id}) < (${sql.param(new Date(Number(at)), drawPrizes.wonAt)}, ${id})`;
}

/** The works that won prizes in the contest: those prizes have numbers as ids. */
async function contestWorks(queries: Queries, part: readonly StoredPrize[]): Promise<Map<string, string>> {
  const ids = part.flatMap(({ id }) => (/^\d{1,9}$/.test(id) ? [Number(id)] : []));
  const found = await queries.select().from(workPrizes).where(inArray(workPrizes.id, ids));
  return new Map(found.map(({ id, workId }) => [String(id), workId]));
}

/** `139****2001` */
export const maskedPhone = (phone: string | null): string =>
  phone === null ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
