import { isDeepStrictEqual } from 'node:util';
import type { SiteDatabase } from '@fridge/server/testing/site-database';
import { drawResultSchema } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';
import type { Acknowledged } from './acknowledged.ts';

/** Broken promises; each empty if all were kept. */
export interface Broken {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** Given twice, or another answer to the same id. */
  readonly doubled: readonly string[];
  /** Above a cap, a stock, the codes or somebody's chances, or counted otherwise than issued. */
  readonly over: readonly string[];
}

/** The same requests sent again in each case, spread over all that were acknowledged. */
const REPEATED = 60;
const PICTURES_LOADED = 40;

/** Compares what users were told with what the database and the object storage hold. */
export async function brokenPromises(
  acknowledged: readonly Acknowledged[],
  { database, url, drawsEach }: { database: SiteDatabase; url: string; drawsEach: number },
): Promise<Broken> {
  const [missing, repeated, pictures, doubled, over] = await Promise.all([
    missingRows(acknowledged, database),
    answeredOtherwise(acknowledged, url),
    missingPictures(acknowledged, url),
    findings(database, givenTwice),
    findings(database, overIssued(drawsEach)),
  ]);
  return { lost: [...missing, ...pictures], doubled: [...doubled, ...repeated], over };
}

const drawSchema = v.object({ requestId: v.string(), prizeId: v.nullable(v.string()) });
const nameSchema = v.object({ name: v.string() });

async function missingRows(acknowledged: readonly Acknowledged[], { rows }: SiteDatabase): Promise<string[]> {
  const [coupons, drawn, pictures] = await Promise.all([
    rows(nameSchema, `select user_id as name from grants where kind = 'coupon'`),
    rows(drawSchema, `select request_id as "requestId", prize_id as "prizeId" from draws`),
    rows(nameSchema, `select name from pictures where removed_at is null and bytes > 0`),
  ]);
  const holders = new Set(coupons.map(({ name }) => name));
  const prizes = new Map(drawn.map(({ requestId, prizeId }) => [requestId, prizeId]));
  const names = new Set(pictures.map(({ name }) => name));
  return acknowledged.flatMap((each) => {
    if (each.kind === 'coupon') return holders.has(each.userId) ? [] : [`the coupon of ${each.requestId}`];
    if (each.kind === 'draw') return prizes.get(each.requestId) === each.prizeId ? [] : [`the draw ${each.requestId}`];
    return names.has(each.picture.split('/').at(-1) ?? '') ? [] : [`the picture ${each.picture}`];
  });
}

async function missingPictures(acknowledged: readonly Acknowledged[], url: string): Promise<string[]> {
  const uploads = acknowledged.flatMap((each) => (each.kind === 'upload' ? [each.picture] : []));
  const loaded = spread(uploads, PICTURES_LOADED).map(async (picture) => {
    const { status, headers } = await fetch(`${url}${picture}`);
    const isPicture = status === 200 && headers.get('content-type') === 'image/jpeg';
    return isPicture ? [] : [`the file of ${picture}: HTTP ${status}`];
  });
  return (await Promise.all(loaded)).flat();
}

async function answeredOtherwise(acknowledged: readonly Acknowledged[], url: string): Promise<string[]> {
  const repeatable = acknowledged.flatMap((each) => (each.kind === 'upload' ? [] : [each]));
  const repeats = spread(repeatable, REPEATED).map(async (each) => {
    const { code, data } = await each.send(url);
    const same =
      code === 0 &&
      (each.kind === 'draw'
        ? v.parse(drawResultSchema, data).id === each.prizeId
        : isDeepStrictEqual(data, { correct: true }));
    return same ? [] : [`${each.kind} ${each.requestId} sent again: code ${code}`];
  });
  return (await Promise.all(repeats)).flat();
}

/** Statements that find what must not be; each names its findings. */
const givenTwice = [
  `select 'coupons of ' || user_id as name from grants where kind = 'coupon' group by user_id having count(*) > 1`,
  `select 'exchange code of grant ' || min(id) as name from grants group by exchange_code having count(*) > 1`,
  `select 'prize ' || prize_id as name from draws where prize_id is not null group by prize_id having count(*) > 1`,
  `select 'code of prize ' || prize_id as name from prize_codes
     where prize_id is not null group by prize_id having count(*) > 1`,
  `select 'draw ' || request_id as name from draw_audit group by request_id having count(*) > 1`,
] as const;

const overIssued = (drawsEach: number) =>
  [
    `select 'pool ' || name as name from grant_pools p
       where issued > cap or issued <> (select count(*) from grants where pool = p.name)
         or issued <> (select count(*) from grant_audit where pool = p.name)
         or issued <> (select coalesce(max(pool_issued), 0) from grant_audit where pool = p.name)`,
    `select 'level ' || level as name from draw_outcomes o
       where level > 0 and (issued > stock or issued <> (select count(*) from draw_prizes where level = o.level)
         or issued <> (select count(*) from draw_audit where given_level = o.level)
         or is_virtual and issued <> (select count(*) from prize_codes where level = o.level and prize_id is not null))`,
    `select 'prizes without a draw of level ' || level as name from draw_prizes p
       where not exists (select 1 from draws where prize_id = p.id)`,
    `select 'chances of ' || user_id as name from draw_chances c
       where remaining + (select count(*) from draws where user_id = c.user_id) <> ${drawsEach}`,
  ] as const;

async function findings({ rows }: SiteDatabase, statements: readonly string[]): Promise<string[]> {
  const found = await Promise.all(statements.map((statement) => rows(nameSchema, statement)));
  return found.flat().map(({ name }) => name);
}

function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_, index) => index % step === 0);
}
