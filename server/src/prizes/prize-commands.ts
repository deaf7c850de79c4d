import { and, desc, eq, getTableColumns, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { inLineOrder, readCsv, rejectedRows } from '../commands/csv.ts';
import { day, file, limit, number, optionalText, positive, text, time, told, userId } from '../commands/fields.ts';
import { after, beyond, cursorOf, partOf } from '../commands/parts.ts';
import { Refused } from '../commands/refused.ts';
import { command, type Context } from '../commands/table.ts';
import { record } from '../history/events.ts';
import { events } from '../history/tables.ts';
import { accounts } from '../households/tables.ts';
import { DAY_MS, midnightInShanghai } from '../program/clock.ts';
import { giftName, prizeLevel } from './prize-levels.ts';
import { prizeStates, stateAt } from './prize-state.ts';
import { shipPrizes } from './ship-prizes.ts';
import { drawPrizes } from './tables.ts';

const PRIZES_AT_ONCE = 1_000;

const filter = {
  state: v.optional(told(v.picklist(prizeStates), 'only of this state')),
  user: v.optional(told(userId, 'only of this user')),
  level: v.optional(told(prizeLevel, 'only of this level')),
  limit: limit(PRIZES_AT_ONCE, 50),
  after,
};
type Filter = v.InferOutput<v.ObjectSchema<typeof filter, undefined>>;

/** `state`: see `stateAt`; `work`: of a contest prize; `deadline`: of the address, or to redeem. */
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
  trackingNumber: ['number', 'trackingnumber', '快递单号'],
} as const;
const SHIPPED = 'A shipment stays; prizes ship --correct sets a wrong number right.';

export const prizeCommands = {
  /** Wheel and contest, the latest first. `phone`: the recipient's, masked. `next`: cursor of the next part. */
  'prizes list': command({
    does: 'lists won prizes, the latest first, without personal data',
    may: ['viewer'],
    kind: 'read',
    fields: filter,
    answer: v.object({ prizes: v.array(v.object(listedPrize)), next: optionalText }),
    async run(asked, context) {
      const { prizes, next } = await findPrizes(context, asked);
      return { prizes: prizes.map((prize) => ({ ...prize, phone: maskedPhone(prize.recipientPhone) })), next };
    },
  }),
  /** Of each the account's name and phone, masked: a recipient may be another person. No ids, no revoked prizes. */
  'prizes winners': command({
    does: 'lists winners as they may be published, the latest first: prize, masked name, masked phone',
    may: ['viewer'],
    kind: 'read',
    fields: {
      level: filter.level,
      since: v.optional(told(day, 'won on this day of business time or later, in China')),
      until: v.optional(told(day, 'won on this day or before')),
      limit: filter.limit,
      after,
    },
    answer: v.object({
      winners: v.array(v.object({ wonAt: time, level: number, giftName: text, name: text, phone: text })),
      next: optionalText,
    }),
    async run({ level, since, until, limit: most, after: cursor }, { queries }) {
      const { wonAt, id } = drawPrizes;
      const found = await queries
        .select({ id, wonAt, level: drawPrizes.level, name: accounts.nickName, phone: accounts.phone })
        .from(drawPrizes)
        .innerJoin(accounts, eq(accounts.userId, drawPrizes.userId))
        .where(
          and(
            isNull(drawPrizes.revokedAt),
            level === undefined ? undefined : eq(drawPrizes.level, level),
            since === undefined ? undefined : gte(wonAt, midnightInShanghai(since)),
            until === undefined ? undefined : lt(wonAt, new Date(midnightInShanghai(until).getTime() + DAY_MS)),
            beyond(cursor, wonAt, id, '<'),
          ),
        )
        .orderBy(desc(wonAt), desc(id))
        .limit(most + 1);
      const { part, next } = partOf(found, most, (last) => cursorOf(last.wonAt, last.id));
      const winners = part.map((each) => ({
        ...each,
        giftName: giftName(each.level),
        name: maskedName(each.name),
        phone: maskedPhone(each.phone),
      }));
      return { winners, next };
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
      const look = await (continued === undefined
        ? beginLook(asked, total, context)
        : continueLook(continued, context));
      const { prizes, next } = await findPrizes(context, asked);
      const listed = prizes.map(({ recipientName, recipientPhone, recipientAddress, ...prize }) => ({
        ...prize,
        name: recipientName ?? '',
        phone: recipientPhone ?? '',
        address: recipientAddress ?? '',
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
    answer: v.object({ shipped: number, unchanged: number, skipped: number, rejected: rejectedRows }),
    isFine: ({ rejected }) => rejected.length === 0,
    async run({ file: { text: csv } }, context) {
      const { rows, bad } = readCsv(csv, columns, { others: true });
      const filled = rows.filter(({ carrier, trackingNumber }) => carrier !== '' || trackingNumber !== '');
      const { rejected, ...done } = await shipPrizes(filled, false, context);
      return { ...done, skipped: rows.length - filled.length, rejected: inLineOrder(bad, rejected) };
    },
  }),
};

function beginLook({ state, level, user }: Filter, total: number, context: Context): Promise<number> {
  const path = [state ?? 'all', level && `level ${level}`].filter(Boolean).join(', ');
  const changes = [{ path: `prizes read: ${path}`, after: total }];
  return record(context.queries, context, context.clock, { about: user === undefined ? [] : [user], changes });
}

async function continueLook(id: number, { queries, command: name, by }: Context): Promise<number> {
  const own = and(eq(events.id, id), eq(events.command, name), eq(events.by, by));
  if ((await queries.$count(events, own)) > 0) return id;
  throw new Refused(`Look ${id} isn't one that ${by} began. Begin again without it.`);
}

/** The state of physical prizes is looked for by their index; revoked ones are of both kinds. */
const matching = ({ state, user, level }: Filter, now: number): SQL | undefined =>
  and(
    state && eq(stateAt(now), state),
    state === undefined || state === 'revoked' ? undefined : eq(drawPrizes.isVirtual, state === 'code'),
    user === undefined ? undefined : eq(drawPrizes.userId, user),
    level === undefined ? undefined : eq(drawPrizes.level, level),
  );

/** That won the prize in the contest: its prizes have numbers as ids. */
const work = sql<string | null>`(
  select work_id from work_prizes
  where id = case when draw_prizes.id ~ '^[0-9]{1,9}$' then draw_prizes.id::integer end)`;

async function findPrizes({ queries, clock }: Context, asked: Filter) {
  const now = clock.business();
  const { wonAt, id } = drawPrizes;
  const found = await queries
    .select({ ...getTableColumns(drawPrizes), state: stateAt(now), work })
    .from(drawPrizes)
    .where(and(matching(asked, now), beyond(asked.after, wonAt, id, '<')))
    .orderBy(desc(wonAt), desc(id))
    .limit(asked.limit + 1);
  const { part, next } = partOf(found, asked.limit, (last) => cursorOf(last.wonAt, last.id));
  return { prizes: part.map((prize) => ({ ...prize, giftName: giftName(prize.level) })), next };
}

/** `139****2001` */
export const maskedPhone = (phone: string | null): string =>
  phone === null ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`;

const characters = new Intl.Segmenter('zh');

/** `王**`: the first character that a reader sees; the number of the others isn't told. */
export function maskedName(name: string): string {
  const [first] = characters.segment(name);
  return `${first?.segment ?? ''}**`;
}
