import { answer, answerCall, refuse, teamBackend } from '@fridge/remote-kit/fastify';
import { type CallAccess, defineCall } from '@fridge/shared-contracts';
import type { Answer } from '@fridge/shared-contracts/page';
import Fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../edge/copy.ts';
import { authorizationOf, pathOf, post, signed, tokenOf } from '../testing/client.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { registerBackends } from '../testing/team-backends.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { identityKeys } from './tables.ts';

const API = 'http://api.example';

const whoCalls = (access: CallAccess) =>
  defineCall({
    path: `/team/picnic/who/${access}`,
    optional: ['userId', 'phone', 'fridgeId'],
    access,
    data: v.unknown(),
  });
const calls = {
  household: whoCalls('household'),
  report: whoCalls('report'),
  none: whoCalls('none'),
  vote: defineCall({
    path: '/team/picnic/vote',
    required: ['dish'],
    optional: ['note'],
    access: 'none',
    data: v.object({ dish: v.string(), note: v.nullable(v.string()) }),
  }),
  refuse: defineCall({ path: '/team/picnic/refuse', required: ['code'], access: 'none', data: v.unknown() }),
  fail: defineCall({ path: '/team/picnic/fail', access: 'none', data: v.unknown() }),
};

let server: TestServer;
let household: TestHousehold;
let stranger: TestHousehold;
let backend: FastifyInstance;
/** What the backend got, newest last. */
const received: { headers: Record<string, unknown>; url: string }[] = [];

/** A team's own server, as its documentation tells it to write one. */
async function startBackend(keysAt: string): Promise<FastifyInstance> {
  const app = Fastify();
  app.get('/health', async () => ({ status: 'ok' }));
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async ({ headers, url }) => void received.push({ headers, url }));
      await scope.register(teamBackend, { team: 'picnic', api: API, keys: `${keysAt}/.well-known/jwks.json` });
      for (const call of [calls.household, calls.report, calls.none])
        answerCall(scope, call, ({ identity }) => answer(identity));
      answerCall(scope, calls.vote, ({ fields }) => answer({ dish: fields.dish, note: fields.note ?? null }), {
        fields: v.object({ dish: v.picklist(['salad', '饺子']), note: v.optional(v.string()) }),
      });
      answerCall(scope, calls.refuse, ({ fields }) => {
        if (fields.code === '401' || fields.code === '409')
          return refuse(Number(fields.code) === 401 ? 401 : 409, '不行');
        return answer(null);
      });
      answerCall(scope, calls.fail, () => {
        throw new Error('the secret of the backend');
      });
    },
    { prefix: '/api/v1' },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

beforeAll(async () => {
  server = await startTestServer();
  [household, stranger] = [await addHousehold(server.queries), await addHousehold(server.queries)];
  backend = await startBackend(server.url);
  await registerBackends(server, { picnic: `${backend.listeningOrigin}/api/v1`, empty: null });
});
afterAll(async () => {
  await backend.close();
  await server.close();
});

const refusal = (code: number, words: keyof typeof copy): Answer => ({ code, msg: copy[words], data: null });
type Token = Promise<string>;

async function send(path: string, fields: Record<string, string> = {}, token: Token | null = null): Promise<Answer> {
  const headers = token === null ? {} : { authorization: await authorizationOf(household.userId, token) };
  return post(`${server.url}${path}`, signed(fields), headers);
}
const session: () => Token = () => tokenOf(household.userId);
const reportToken: () => Token = () => tokenOf(household.userId, 'report');
const expired: () => Token = () => tokenOf(household.userId, 'full', Date.now() - 2_000);

describe('a call reaches the backend', () => {
  it('with its fields, and is answered with its data', async () => {
    const fields = { dish: '饺子', note: 'a=1&b=+ %2e' };
    expect(await send(pathOf(calls.vote), fields)).toEqual({ code: 0, msg: '', data: fields });
  });

  it('without signature, token, cookie and whatever else the page sent', async () => {
    const response = await fetch(`${server.url}${pathOf(calls.none)}`, {
      method: 'POST',
      body: new URLSearchParams(signed({})),
      headers: {
        authorization: await authorizationOf(household.userId),
        cookie: 'a=1',
        'x-forwarded-for': '203.0.113.9',
        'x-own': '1',
        'team-identity': 'forged',
        referer: 'https://host.example/draw?phone=1',
      },
    });
    expect(await response.json()).toMatchObject({ code: 0 });
    const { headers, url } = received.at(-1) ?? { headers: {}, url: '' };
    expect(url).toBe('/api/v1/who/none');
    expect(Object.keys(headers).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'team-identity',
      'x-request-id',
    ]);
    expect(headers['x-request-id']).toBe(response.headers.get('x-request-id'));
    expect(headers['team-identity']).not.toBe('forged');
  });

  it('with the identity alone: no phone, name or token', async () => {
    await send(pathOf(calls.household), {}, session());
    const [, payload = ''] = String(received.at(-1)?.headers['team-identity']).split('.');
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    expect(claims).toEqual({
      iss: API,
      aud: 'team:picnic',
      sub: household.userId,
      scope: 'household',
      home: household.homeId,
      fridges: [household.fridgeId],
      request: expect.stringMatching(/^[\da-f]{64}$/),
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });
});

describe('who calls', () => {
  const asHousehold = () => ({
    scope: 'household',
    userId: household.userId,
    home: household.homeId,
    fridges: [household.fridgeId],
  });
  const asReader = () => ({ scope: 'report', userId: household.userId, home: null, fridges: [] });
  const asGuest = () => ({ scope: 'none', userId: null, home: null, fridges: [] });

  it.each<[CallAccess, string, () => Token | null, () => unknown]>([
    ['household', 'a session', session, asHousehold],
    ['report', 'a session', session, asHousehold],
    ['report', 'a report token', reportToken, asReader],
    ['none', 'a session', session, asHousehold],
    ['none', 'a report token', reportToken, asReader],
    ['none', 'an expired token', expired, asGuest],
    ['none', 'nothing', () => null, asGuest],
  ])('of access %s, with %s', async (access, _, token, expected) =>
    expect(await send(pathOf(calls[access]), {}, token())).toEqual({ code: 0, msg: '', data: expected() }),
  );

  it.each<[CallAccess, string, () => Token | null, Answer]>([
    ['household', 'nothing', () => null, refusal(401, 'server.auth')],
    ['household', 'an expired token', expired, refusal(401, 'server.auth')],
    ['report', 'nothing', () => null, refusal(401, 'server.auth')],
    ['household', 'a report token, whose page has no login to renew', reportToken, { ...refusal(403, 'server.auth') }],
  ])('is refused of access %s, with %s', async (access, _, token, expected) =>
    expect(await send(pathOf(calls[access]), {}, token())).toEqual(expected),
  );

  it('has only ids of its own', async () => {
    const notYours = refusal(403, 'server.param');
    expect(await send(pathOf(calls.none), { fridgeId: household.fridgeId }, session())).toMatchObject({ code: 0 });
    expect(await send(pathOf(calls.none), { phone: stranger.phone }, session())).toMatchObject({ code: 0 });
    expect(await send(pathOf(calls.none), { fridgeId: stranger.fridgeId }, session())).toEqual(notYours);
    expect(await send(pathOf(calls.none), { userId: household.userId })).toEqual(notYours);
    expect(await send(pathOf(calls.none), { userId: household.userId }, expired())).toEqual(
      refusal(401, 'server.auth'),
    );
  });

  it('is a user of the cloud whose account is not imported yet', async () => {
    const nobody = 'user-of-the-cloud-alone';
    const headers = { authorization: await authorizationOf(nobody, tokenOf(nobody)) };
    expect(await post(`${server.url}${pathOf(calls.household)}`, signed({}), headers)).toEqual({
      code: 0,
      msg: '',
      data: { scope: 'household', userId: nobody, home: null, fridges: [] },
    });
  });
});

describe("a backend's refusal", () => {
  it.each<[string, string, () => Token | null, number]>([
    ['409', 'of a guest', () => null, 409],
    ['401', 'of a guest', () => null, 401],
    ['401', 'of an expired token', expired, 401],
    ['401', 'of a session, which the page would lose', session, 403],
  ])('with code %s %s', async (code, _, token, passedOn) =>
    expect(await send(pathOf(calls.refuse), { code }, token())).toEqual({ code: passedOn, msg: '不行', data: null }),
  );

  it('of fields that the call does not name, or the schema does not take', async () => {
    expect(await send(pathOf(calls.vote), { dish: 'salad', more: '1' })).toEqual(refusal(400, 'server.param'));
    expect(await send(pathOf(calls.vote))).toEqual(refusal(400, 'server.param'));
    expect(await send(pathOf(calls.vote), { dish: 'soup' })).toEqual(refusal(400, 'server.param'));
  });

  it('by a fault of its own says nothing of it', async () =>
    expect(await send(pathOf(calls.fail))).toEqual(refusal(500, 'server.internal')));
});

describe('a call is refused before it is forwarded', () => {
  it.each<[string, () => Promise<Answer>, Answer]>([
    ['unsigned', () => post(`${server.url}${pathOf(calls.vote)}`, { dish: 'salad' }), refusal(400, 'server.sign')],
    [
      'changed after it was signed',
      () => post(`${server.url}${pathOf(calls.vote)}`, { ...signed({ dish: 'salad' }), dish: 'soup' }),
      refusal(400, 'server.sign'),
    ],
    ['of an unknown team', () => send('/team/nobody/vote'), refusal(400, 'server.param')],
    [
      'of a team that is a property of every object',
      () => send('/team/constructor/vote'),
      refusal(400, 'server.param'),
    ],
    ['of a team without a backend', () => send('/team/empty/vote'), refusal(400, 'server.param')],
    ['to the base itself', () => send('/team/picnic/'), refusal(400, 'server.param')],
    ['with a query', () => send('/team/picnic/vote?to=1'), refusal(400, 'server.param')],
    ['with an encoded slash', () => send('/team/picnic/..%2f..%2fadmin'), refusal(400, 'server.param')],
    ['with encoded dots', () => send('/team/picnic/%2e%2e%2fadmin'), refusal(400, 'server.param')],
    ['with an address', () => send('/team/picnic/https:%2f%2fevil.example'), refusal(400, 'server.param')],
    ['with two slashes', () => send('/team/picnic//evil.example/x'), refusal(400, 'server.param')],
  ])('%s', async (_, ask, expected) => {
    const before = received.length;
    expect(await ask()).toEqual(expected);
    expect(received).toHaveLength(before);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('by %s', async (method) => {
    const before = received.length;
    const response = await fetch(`${server.url}${pathOf(calls.vote)}`, { method });
    expect(await response.json()).toMatchObject({ code: 400 });
    expect(received).toHaveLength(before);
  });

  it('as JSON', async () => {
    const response = await fetch(`${server.url}${pathOf(calls.vote)}`, {
      method: 'POST',
      body: JSON.stringify(signed({ dish: 'salad' })),
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.json()).toMatchObject({ code: 400 });
  });

  it('a second time', async () => {
    const form = signed({ dish: 'salad' });
    const url = `${server.url}${pathOf(calls.vote)}`;
    expect([await post(url, form), await post(url, form)].map(({ code }) => code)).toEqual([0, 409]);
  });
});

describe('the keys', () => {
  it('are public halves alone, briefly cacheable', async () => {
    const response = await fetch(`${server.url}/.well-known/jwks.json`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=5');
    expect(await response.json()).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' }],
    });
  });

  it('are one for each process, none that expired', async () => {
    const [own] = await server.queries.select().from(identityKeys);
    const other = (keyId: string, ms: number) => ({
      keyId,
      publicJwk: { kid: keyId },
      expiresAt: new Date(Date.now() + ms),
    });
    await server.queries.insert(identityKeys).values([other('another process', 60_000), other('expired', -1)]);
    const response = await fetch(`${server.url}/.well-known/jwks.json`);
    const { keys } = v.parse(v.object({ keys: v.array(v.object({ kid: v.string() })) }), await response.json());
    expect(keys.map(({ kid }) => kid).toSorted()).toEqual([own?.keyId, 'another process'].toSorted());
  });
});
