import * as v from 'valibot';
import type { Client } from 'pg';
import { CHANCES } from './fill-database.ts';
import { type LoadResult, sendCalls } from './load.ts';
import { type PreparedCall, prepareCall } from './prepared-calls.ts';

/** Calls that were answered, with the bodies of the answers. */
export type Answered = { calls: PreparedCall[]; bodies: string[] };

const SAMPLE = 200;

/** @throws unless the rows are what the answers said, and a repeat of a sample changes and answers nothing else */
export type ExactnessCheck = (client: Client, answered: Answered, ports: readonly number[]) => Promise<string>;

/** A nonce each; a copy is refused. */
export const readsAreExact: ExactnessCheck = async (client, { calls }, ports) => {
  const nonces = async () => count(client, 'select count(*) from nonces where nonce = any($1)', [calls.map(nonceOf)]);
  expectSame('nonces', await nonces(), calls.length);
  const copies = sampleOf(calls).map((call) => ({ ...call, good: Buffer.from('{"code":409,') }));
  await sendAll(copies, ports);
  return `${calls.length} answers used ${calls.length} nonces, ${copies.length} copies were refused`;
};

const drawnSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ data: v.object({ requestId: v.string(), id: v.nullable(v.string()), level: v.nullable(v.number()) }) }),
);

export const drawsAreExact: ExactnessCheck = async (client, { calls, bodies }, ports) => {
  const drawn = bodies.map((body) => v.parse(drawnSchema, body).data);
  const compare = async () => {
    expectSame('draws', await count(client, 'select count(*) from draws'), calls.length);
    expectSame('audited draws', await count(client, 'select count(*) from draw_audit'), calls.length);
    const used = `select sum(${CHANCES} - remaining) from draw_chances`;
    expectSame('chances used', await count(client, used), calls.length);
    const prizes = drawn.filter(({ id }) => id !== null).length;
    expectSame('prizes', await count(client, 'select count(*) from draw_prizes'), prizes);
    expectSame('stock taken', await count(client, 'select sum(issued) from draw_outcomes where level > 0'), prizes);
    const virtual = 'select count(*) from draw_prizes where is_virtual';
    const codes = 'select count(*) from prize_codes where prize_id is not null';
    expectSame('codes given', await count(client, codes), await count(client, virtual));
    const over = 'select count(*) from draw_outcomes where issued > stock';
    expectSame('levels over their stock', await count(client, over), 0);
    const stored = await client.query<{ request_id: string; prize_id: string | null; level: number | null }>(
      'select request_id, prize_id, level from draws',
    );
    const byRequest = new Map(stored.rows.map((row) => [row.request_id, row]));
    const wrong = drawn.filter(({ requestId, id, level }) => {
      const row = byRequest.get(requestId);
      return row === undefined || row.prize_id !== id || row.level !== level;
    });
    expectSame('answers that differ from their rows', wrong.length, 0);
    return prizes;
  };
  const prizes = await compare();
  const copies = sampleOf(calls);
  const { bodies: repeated } = await sendAll(copies, ports);
  const before = new Map(drawn.map((each) => [each.requestId, JSON.stringify(each)]));
  const changed = repeated.map((body) => v.parse(drawnSchema, body).data);
  expectSame(
    'copies answered otherwise',
    changed.filter((each) => before.get(each.requestId) !== JSON.stringify(each)).length,
    0,
  );
  await compare();
  return `${calls.length} draws, ${prizes} prizes, all counts agree; ${copies.length} copies got their first result`;
};

export const answersAreExact: ExactnessCheck = async (client, { calls }, ports) => {
  const compare = async () => {
    const granted = "select count(*) from grants where kind = 'coupon'";
    expectSame('coupons', await count(client, granted), calls.length);
    expectSame(
      'coupons of the pool',
      await count(client, "select issued from grant_pools where name = 'coupon'"),
      calls.length,
    );
    expectSame(
      'coupons of the days',
      await count(client, "select sum(issued) from grant_days where pool = 'coupon'"),
      calls.length,
    );
    const allowances = await count(client, "select count(*) from grants where kind = 'allowance'");
    expectSame('allowances', allowances, calls.length);
    expectSame(
      'allowances of the pools',
      await count(client, "select sum(issued) from grant_pools where name <> 'coupon'"),
      calls.length,
    );
    expectSame('audited grants', await count(client, 'select count(*) from grant_audit'), 2 * calls.length);
    const judged = "select count(*) from quiz_progress where (judged->>'correct')::boolean";
    expectSame('judged answers', await count(client, judged), calls.length);
  };
  await compare();
  const again = await Promise.all(sampleOf(calls).map(({ userId, path, fields }) => prepareCall(userId, path, fields)));
  await sendAll(again, ports);
  await compare();
  return `${calls.length} right answers, ${2 * calls.length} grants, all counts agree; ${again.length} repeats gave nothing more`;
};

const nonceOf = ({ request }: PreparedCall) => /nonce=([^&]+)/.exec(request.toString('latin1'))?.[1] ?? '';

const sampleOf = (calls: readonly PreparedCall[]): PreparedCall[] => {
  const step = Math.max(1, Math.floor(calls.length / SAMPLE));
  return calls.filter((_, index) => index % step === 0).slice(0, SAMPLE);
};

const sendAll = (calls: readonly PreparedCall[], ports: readonly number[]): Promise<LoadResult> =>
  sendCalls(calls, { ports, connections: 8, ms: 60_000 });

async function count(client: Client, query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<Record<string, unknown>>(query, values);
  return Number(Object.values(rows[0] ?? {})[0] ?? 0);
}

function expectSame(what: string, found: number, expected: number): void {
  if (found !== expected)
    throw new Error(`Not exact under load: ${found} ${what} in the database, ${expected} answered.`);
}
