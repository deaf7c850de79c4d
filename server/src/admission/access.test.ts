import { type Call, type CallAccess, defineCall } from '@fridge/shared-contracts';
import type { Answer } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answeredCalls } from '../activities/answered-calls.ts';
import { activityRecords } from '../activities/campaign/tables.ts';
import { draws } from '../activities/draw/tables.ts';
import { copy } from '../edge/copy.ts';
import { accounts } from '../households/tables.ts';
import { authorizationOf, pathOf, post, signed, tokenOf } from '../testing/client.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { Scope } from './authorization.ts';
import { answer } from './signed-calls.ts';
import { nonces } from './tables.ts';

const who = v.object({ userId: v.nullable(v.string()) });
/** A call of each access type that answers the caller's identity. */
const calls = {
  household: defineCall({ path: '/activity/whoOfHousehold', optional: ['userId'], access: 'household', data: who }),
  report: defineCall({ path: '/activity/whoOfReport', optional: ['userId'], access: 'report', data: who }),
  none: defineCall({ path: '/activity/whoOfNone', optional: ['userId'], access: 'none', data: who }),
};

let server: TestServer;
let household: TestHousehold;
let stranger: TestHousehold;
beforeAll(async () => {
  server = await startTestServer({}, [
    ...answeredCalls,
    answer(calls.household, async (call) => ({ userId: call.household.account.userId })),
    answer(calls.report, async (call) => ({ userId: call.household.account.userId })),
    answer(calls.none, async (call) => ({ userId: call.household?.account.userId ?? null })),
  ]);
  [household, stranger] = [await addHousehold(server.queries), await addHousehold(server.queries)];
});
afterAll(() => server.close());

const notAuthorized: Answer = { code: 401, msg: copy['server.auth'], data: null };
const isNamed = (): Answer => ({ code: 0, msg: '', data: { userId: household.userId } });
const anonymous: Answer = { code: 0, msg: '', data: { userId: null } };

async function ask(call: Call, token: Promise<string> | null, fields: Record<string, string> = {}): Promise<Answer> {
  return post(
    `${server.url}${pathOf(call)}`,
    signed(fields),
    token === null ? {} : { authorization: await authorizationOf(household.userId, token) },
  );
}
const ofScope = (scope: Scope, expiresAt?: number) => tokenOf(household.userId, scope, expiresAt);
const expired = () => ofScope('full', Date.now() - 2_000);

describe('access is a minimum', () => {
  it.each<[CallAccess, string, () => Promise<string> | null, () => Answer]>([
    ['household', 'a session', () => ofScope('full'), isNamed],
    ['household', 'a report token', () => ofScope('report'), () => notAuthorized],
    ['household', 'nothing', () => null, () => notAuthorized],
    ['report', 'a session', () => ofScope('full'), isNamed],
    ['report', 'a report token', () => ofScope('report'), isNamed],
    ['report', 'an expired token', expired, () => notAuthorized],
    ['report', 'nothing', () => null, () => notAuthorized],
    ['none', 'a session', () => ofScope('full'), isNamed],
    ['none', 'a report token', () => ofScope('report'), () => notAuthorized],
    ['none', 'an expired token', expired, () => anonymous],
    ['none', 'nothing', () => null, () => anonymous],
  ])('of %s, with %s', async (access, _, token, expected) =>
    expect(await ask(calls[access], token())).toEqual(expected()),
  );

  it('anonymous callers may not claim to be a user', async () => {
    const notYours = { code: 403, msg: copy['server.param'], data: null };
    expect(await ask(calls.report, ofScope('report'), { userId: stranger.userId })).toEqual(notYours);
    expect(await ask(calls.none, null, { userId: household.userId })).toEqual(notYours);
  });

  it('answers 401 instead of 403 to an invalid token', async () => {
    expect(await ask(calls.none, expired(), { userId: household.userId })).toEqual(notAuthorized);
    expect(await ask(calls.none, Promise.resolve('forged'), { userId: household.userId })).toEqual(notAuthorized);
  });

  it('uses up nonces of anonymous callers', async () => {
    const form = signed({});
    const answers = [
      await post(`${server.url}${pathOf(calls.none)}`, form),
      await post(`${server.url}${pathOf(calls.none)}`, form),
    ];
    expect(answers.map(({ code }) => code)).toEqual([0, 409]);
  });
});

describe('a report token', () => {
  it.each(
    answeredCalls.filter(({ call }) => call.access !== 'report').map(({ call }) => [pathOf(call), call] as const),
  )('is refused by %s, without a write', async (_, call) => {
    const written = () =>
      Promise.all([
        server.queries.$count(nonces),
        server.queries.$count(activityRecords),
        server.queries.$count(draws),
      ]);
    const before = await written();
    const fields = Object.fromEntries(
      [...call.required, ...call.optional]
        .map((name) => [name, Reflect.get(household, name) as unknown])
        .map(([name, own]) => [name, typeof own === 'string' ? own : '1']),
    );
    expect(await ask(call, ofScope('report'), fields)).toEqual(notAuthorized);
    expect(await written()).toEqual(before);
  });

  it('is refused by the central cloud', async () => {
    const authorization = await authorizationOf(household.userId, ofScope('report'));
    expect(await post(`${server.url}/cloud/user`, {}, { authorization })).toEqual(notAuthorized);
  });
});

describe('a call is one definition and one handler', () => {
  it('typed by the definition', () => {
    const call = defineCall({
      path: '/activity/typed',
      required: ['id'],
      access: 'household',
      data: v.object({ size: v.number() }),
    });
    answer(call, async ({ fields }) => ({ size: fields.id.length }));
    // @ts-expect-error the page's schema can't read it
    answer(call, async () => ({ size: 'large' }));
    // @ts-expect-error the definition has no such field
    answer(call, async ({ fields }) => ({ size: fields.other }));
    // @ts-expect-error the household is `null` for an anonymous caller
    answer(calls.none, async (verified) => ({ userId: verified.household.account.userId }));
    const upload = defineCall({ path: '/activity/photo', files: ['photo'], access: 'household', data: v.unknown() });
    // @ts-expect-error calls with files are multipart
    answer(upload, async () => null);
    expect(answer(call, async () => ({ size: 1 })).call).toBe(call);
  });
});

describe('a valid token of an account that is not stored', () => {
  const nobody = 'user-of-the-cloud-alone';
  const unknown: Answer = { code: 204, msg: copy['server.account.unknown'], data: null };
  const headers = async () => ({ authorization: await authorizationOf(nobody, tokenOf(nobody)) });
  const askAsNobody = async (call: Call, fields: Record<string, string> = {}) =>
    post(`${server.url}${pathOf(call)}`, signed(fields), await headers());
  const counted = async () => {
    const metric = await server.services.metrics.registry.getSingleMetric('fridge_unknown_accounts_total')?.get();
    return metric?.values[0]?.value ?? 0;
  };

  it.each<[string, Call, Record<string, string>]>([
    ['household', calls.household, {}],
    ['report', calls.report, {}],
    ['none, with a claim', calls.none, { userId: nobody }],
  ])('is told so, counted and logged without its user, on a call of access %s', async (_, call, fields) => {
    const before = [await counted(), server.logged.length] as const;
    expect(await askAsNobody(call, fields)).toEqual(unknown);
    expect(await counted()).toBe(before[0] + 1);
    const logged = server.logged.slice(before[1]).join('');
    expect(logged).toContain('"event":"unknownAccount"');
    expect(logged).not.toContain(nobody);
  });

  it("is a guest's where anyone may call", async () => expect(await askAsNobody(calls.none)).toEqual(anonymous));

  it('is told so by the cloud too', async () =>
    expect(await post(`${server.url}/cloud/user`, {}, await headers())).toEqual(unknown));

  it('stores nothing, and gets through once the account is imported', async () => {
    const before = await server.queries.$count(nonces);
    await askAsNobody(calls.household);
    expect(await server.queries.$count(nonces)).toBe(before);
    await server.queries.insert(accounts).values({ userId: nobody });
    expect(await askAsNobody(calls.household)).toMatchObject({ code: 0 });
  });
});
