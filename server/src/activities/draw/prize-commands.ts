import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { file, limit, number, optionalText, positive, text, time, told, userId } from '../../commands/fields.ts';
import { Refused } from '../../commands/refused.ts';
import { command, type Context } from '../../commands/table.ts';
import { readCsv } from '../../commands/csv.ts';
import type { Queries } from '../../database/database.ts';
import { record } from '../../history/events.ts';
import { events } from '../../history/tables.ts';
import type { Services } from '../../program/services.ts';
import { workPrizes } from '../contest/tables.ts';
import { prizeLevel } from './code-commands.ts';
import { giftName } from './outcomes.ts';
import { prizeState, prizeStates } from './prize-state.ts';
import { isInState } from './prize-state-in-sql.ts';
import { shipPrizes } from './ship-prizes.ts';
import { drawPrizes } from './tables.ts';

export const PRIZES_AT_ONCE = 1_000;
/** Time and id of a part's last prize. */
const CURSOR = /^\d{1,15}\.[\w-]{1,64}$/;

const filter = {
  state: v.optional(told(v.picklist(prizeStates), 'only of this state')),
  user: v.optional(told(userId, 'only of this user')),
  level: v.optional(told(prizeLevel, 'only of this level')),
  limit: limit(PRIZES_AT_ONCE, 50),
  after: v.optional(told(v.pipe(v.string(), v.regex(CURSOR, 'the next of the part before')), 'goes on at its next')),
};
type Filter = v.InferOutput<v.ObjectSchema<typeof filter, undefined>>;

/** `state`: see `prizeState`; `work`: of a contest prize; `deadline`: of the address, or to redeem. */
const listedPrize = {
  id: text,
  state: v.picklist(prizeStates),
  level: number,
  giftName: text,
  userId: text,
  work: optionalText,
  wonAt: time,
  deadline: time,
  phone: text,
  shippedAt: v.nullable(time),
  carrier: optionalText,
  trackingNumber: optionalText,
};

const columns = {
  id: ['id', '奖品编号'],
  carrier: ['carrier', '快递公司'],
  number: ['number', 'trackingnumber', '快递单号'],
} as const;
const rejectedLines = v.array(v.object({ line: number, reason: text }));
const SHIPPED = 'A shipment stays; prizes ship --correct sets a wrong number right.';

export const prizeCommands = {
  /** Wheel and contest, the latest first. `phone`: the recipient's, masked. `next`: cursor of the next part. */
  'prizes list': command({
    does: 'lists won prizes, the latest first, without personal data',
    may: ['viewer'],
    kind: 'read',
    fields: filter,
    answer: v.object({ prizes: v.array(v.object(listedPrize)), next: optionalText }),
    async run(asked, services) {
      const { prizes, next } = await findPrizes(services, asked);
      const listed = prizes.map(({ prize, ...each }) => ({ ...each, phone: maskedPhone(prize.recipientPhone) }));
      return { prizes: listed, next };
    },
  }),
  /** The first part writes down the look, and its `look` continues it; `total` counts all parts, as it was read. */
  'prizes recipients': command({
    does: 'lists won prizes with names, phones and addresses',
    may: ['shipper'],
    kind: 'look',
    needsReason: true,
    fields: { ...filter, look: v.optional(told(positive, 'goes on with a look')) },
    answer: v.object({
      look: number,
      total: number,
      prizes: v.array(v.object({ ...listedPrize, name: text, address: text })),
      next: optionalText,
    }),
    async run({ look: continued, ...asked }, context) {
      const total = await context.queries.$count(drawPrizes, matching(asked, context.clock.business()));
      const look =
        continued === undefined ? await beginLook(asked, total, context) : await continueLook(continued, context);
      const { prizes, next } = await findPrizes(context, asked);
      const listed = prizes.map(({ prize, ...each }) => ({
        ...each,
        name: prize.recipientName ?? '',
        phone: prize.recipientPhone ?? '',
        address: prize.recipientAddress ?? '',
      }));
      return { look, total, prizes: listed, next };
    },
  }),
  'prizes ship': command({
    does: 'marks a prize as shipped; its winner sees carrier and number, and can change the address no more',
    may: ['shipper'],
    kind: 'change',
    undo: SHIPPED,
    fields: {
      id: told(text, "the prize's"),
      carrier: told(text, 'who carries it, as its winner reads it'),
      trackingNumber: told(text, 'its number'),
      correct: v.optional(told(v.boolean(), 'gives a shipped prize another carrier and number; needs a reason'), false),
    },
    /** `unchanged`: shipped with the same number before. */
    answer: v.object({ id: text, unchanged: v.boolean() }),
    async run({ correct, ...shipment }, context) {
      if (correct && context.why === '') throw new Refused('A correction needs a reason.');
      const { unchanged, rejected } = await shipPrizes([{ line: 1, ...shipment }], correct, context);
      const [refused] = rejected;
      if (refused !== undefined) throw new Refused(`Prize ${shipment.id} is not shipped: ${refused.reason}.`);
      return { id: shipment.id, unchanged: unchanged > 0 };
    },
  }),
  /** Each row on its own: good ones count. `skipped`: rows with neither carrier nor number. */
  'prizes ship-file': command({
    does: 'marks the prizes of a file as shipped: an export with carriers and numbers filled in',
    may: ['shipper'],
    kind: 'change',
    undo: SHIPPED,
    fields: { file: file('a CSV with the columns id,carrier,number among others') },
    answer: v.object({ shipped: number, unchanged: number, skipped: number, rejected: rejectedLines }),
    isFine: ({ rejected }) => rejected.length === 0,
    async run({ file: { text: csv } }, context) {
      const { rows, bad } = readCsv(csv, columns, { others: true });
      const filled = rows.filter(({ carrier, number: filledIn }) => carrier !== '' || filledIn !== '');
      const shipments = filled.map(({ number: trackingNumber, ...row }) => ({ ...row, trackingNumber }));
      const done = await shipPrizes(shipments, false, context);
      const rejected = [...bad, ...done.rejected].toSorted((one, other) => one.line - other.line);
      return { ...done, skipped: rows.length - filled.length, rejected };
    },
  }),
};

type Asked = Omit<Filter, 'look'>;

function beginLook({ state, level, user }: Asked, total: number, context: Context): Promise<number> {
  const path = [state ?? 'all', level && `level ${level}`].filter(Boolean).join(', ');
  const about = user === undefined ? [] : [user];
  return record(context.queries, context, context.clock, {
    about,
    changes: [{ path: `prizes read: ${path}`, after: total }],
  });
}

async function continueLook(id: number, { queries, command: name, by }: Context): Promise<number> {
  const own = and(eq(events.id, id), eq(events.command, name), eq(events.by, by));
  if ((await queries.$count(events, own)) > 0) return id;
  throw new Refused(`Look ${id} isn't one that ${by} began. Begin again without it.`);
}

function matching({ state, user, level }: Asked, now: number): SQL | undefined {
  return and(
    state && isInState(state, now),
    user === undefined ? undefined : eq(drawPrizes.userId, user),
    level === undefined ? undefined : eq(drawPrizes.level, level),
  );
}

async function findPrizes({ queries, clock }: Pick<Services, 'queries' | 'clock'>, asked: Asked) {
  const now = clock.business();
  const { limit: most, after } = asked;
  const found = await queries
    .select()
    .from(drawPrizes)
    .where(and(matching(asked, now), after === undefined ? undefined : beyond(after)))
    .orderBy(desc(drawPrizes.wonAt), desc(drawPrizes.id))
    .limit(most + 1);
  const part = found.slice(0, most);
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
    next: last !== undefined && found.length > most ? `${last.wonAt.getTime()}.${last.id}` : null,
  };
}

function beyond(cursor: string): SQL {
  const [, at = '', id = ''] = /^(\d+)\.(.+)$/.exec(cursor) ?? [];
  return sql`(${drawPrizes.wonAt}, ${drawPrizes.id}) < (${sql.param(new Date(Number(at)), drawPrizes.wonAt)}, ${id})`;
}

/** The works that won prizes in the contest: those prizes have numbers as ids. */
async function contestWorks(queries: Queries, part: readonly { id: string }[]): Promise<Map<string, string>> {
  const ids = part.flatMap(({ id }) => (/^\d{1,9}$/.test(id) ? [Number(id)] : []));
  const found = await queries.select().from(workPrizes).where(inArray(workPrizes.id, ids));
  return new Map(found.map(({ id, workId }) => [String(id), workId]));
}

/** `139****2001` */
export const maskedPhone = (phone: string | null): string =>
  phone === null ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
