import { and, between, eq, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { listCoupons } from '../activities/campaign/coupon-commands.ts';
import { listDraw } from '../activities/draw/list-draw.ts';
import { number, optionalText, text, time, warnings } from '../commands/fields.ts';
import { command, type Context } from '../commands/table.ts';
import { noticeAt } from '../documents/settings/notice.ts';
import { stateAt } from '../prizes/prize-state.ts';
import { drawPrizes } from '../prizes/tables.ts';
import { DAY_MS } from '../program/clock.ts';
import { readReviewQueue } from './metrics/database-state.ts';
import { statusCommands } from './status-commands.ts';
import { counted, lastsUntil, readDays } from './today.ts';

/** Addresses that expire within this time are worth a call to their winners. */
const EXPIRES_WITHIN_MS = 2 * DAY_MS;

export const todayCommands = {
  /**
   * `yesterday`: until this hour of it. `left`: of a stock with its codes, or of a cap; `lastDay`: given in 24 hours;
   * `ends`: the day that what is left ends at this pace; `null`: none within a year, or before the activity ends.
   * `hours`: from yesterday's midnight on.
   */
  today: command({
    does: 'tells the day beside yesterday at this hour, what is left and until when, and what waits for somebody',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: v.object({
      at: time,
      notice: optionalText,
      totals: v.array(v.object({ what: text, today: number, yesterday: number })),
      stock: v.array(v.object({ what: text, left: number, lastDay: number, ends: optionalText })),
      waits: v.array(text),
      problems: warnings,
      hours: v.pipe(
        v.array(v.object({ hour: time, ...v.entriesFromList(counted, number) })),
        v.metadata({ isTable: true }),
      ),
    }),
    run: (_fields, context) => readToday(context),
  }),
};

async function readToday(context: Context) {
  const { queries, clock, settings } = context;
  const [days, draw, { pools }, waits, { problems }] = await Promise.all([
    readDays(queries, clock),
    listDraw(queries),
    listCoupons(context),
    readWaits(context),
    statusCommands.status.run({}, context),
  ]);
  const { notice, windows } = settings.current();
  const stockOf = (activity: 'draw' | 'campaign2023', what: string, left: number, name: string) => {
    const pace = { left, lastDay: days.lastDay(name) };
    return { what, ...pace, ends: lastsUntil(pace, days.now, windows[activity]?.end ?? null) };
  };
  return {
    at: new Date(days.now),
    notice: noticeAt(notice, days.now),
    totals: days.totals,
    stock: [
      ...draw.outcomes.flatMap(({ level, giftName, stock, issued, codesLeft }) => {
        const limits = [stock === null ? [] : stock - issued, codesLeft ?? []].flat();
        return level === 0 || limits.length === 0
          ? []
          : [stockOf('draw', `level ${level} (${giftName})`, Math.min(...limits), `prize ${level}`)];
      }),
      ...pools.map(({ name, giftName, cap, issued }) =>
        stockOf('campaign2023', `${giftName} (${name})`, cap - issued, `grant ${name}`),
      ),
    ],
    waits,
    problems,
    hours: days.hours,
  };
}

async function readWaits({ queries, clock }: Context): Promise<string[]> {
  const now = clock.business();
  const state = stateAt(now);
  const [review, parcels, addresses] = await Promise.all([
    readReviewQueue(queries, clock),
    queries.$count(drawPrizes, and(eq(drawPrizes.isVirtual, false), sql`${state} = 'toShip'`)),
    queries.$count(
      drawPrizes,
      and(
        between(drawPrizes.deadline, new Date(now), new Date(now + EXPIRES_WITHIN_MS)),
        isNull(drawPrizes.recipientAddress),
        sql`${state} = 'addressMissing'`,
      ),
    ),
  ]);
  const oldest = Math.round((review.oldestSeconds ?? 0) / 3_600);
  return [
    ...(review.pending === 0 ? [] : [`${review.pending} works to review, the oldest for ${oldest} h: works list`]),
    ...(parcels === 0 ? [] : [`${parcels} parcels to ship: prizes recipients`]),
    ...(addresses === 0 ? [] : [`${addresses} addresses that expire within 48 h: prizes list`]),
  ];
}
