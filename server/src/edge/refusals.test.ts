import { randomUUID } from 'node:crypto';
import { parseInstant } from '@fridge/shared-contracts';
import { type Answer, clockHeaders, SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts/page';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityRecords, quizProgress } from '../activities/campaign/tables.ts';
import { copy } from './copy.ts';
import { authorizationOf, callAs, pathOf, post, signed, signedUnbound, tokenOf } from '../testing/client.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { startTestServer, testClock, testKeys, type TestServer, testOrigin } from '../testing/test-server.ts';
import { sign } from '../admission/signature.ts';
import { nonces } from '../admission/tables.ts';

let server: TestServer;
let household: TestHousehold;
let stranger: TestHousehold;
beforeAll(async () => {
  server = await startTestServer();
  [household, stranger] = [await addHousehold(server.queries), await addHousehold(server.queries)];
});
afterAll(() => server.close());

const refusal = (code: number, words: keyof typeof copy): Answer => ({ code, msg: copy[words], data: null });
const shareUrl = () => `${server.url}${pathOf(sharingCalls.shareRecord)}`;
const mine = async () => ({ authorization: await authorizationOf(household.userId) });
/** The call's fields, signed, with a change. */
const share = (change: Record<string, string> = {}, over?: Parameters<typeof signedUnbound>[1]) =>
  signedUnbound({ userId: household.userId, ...change }, over);
const postAs = async (form: Record<string, string>, userId = household.userId, token?: string | Promise<string>) =>
  post(shareUrl(), form, { authorization: await authorizationOf(userId, token) });

const without = (form: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(form).filter(([key]) => key !== name));

async function written(): Promise<number> {
  const counts = await Promise.all([server.queries.$count(activityRecords), server.queries.$count(quizProgress)]);
  return counts.reduce((sum, count) => sum + count, 0);
}

describe('an invalid call is refused without a write', () => {
  it.each<[string, () => Promise<Answer>, Answer]>([
    ['a bad signature', () => postAs({ ...share(), token: 'f'.repeat(64) }), refusal(400, 'server.sign')],
    [
      'no signature',
      () => postAs({ userId: household.userId, time_stamp: String(Date.now()), nonce: randomUUID() }),
      refusal(400, 'server.sign'),
    ],
    [
      'a signature over other values',
      () => postAs({ ...share(), userId: stranger.userId }),
      refusal(400, 'server.sign'),
    ],
    [
      'the other signer',
      () => postAs(share({}, { signer: 'aes-128-ecb', key: 'the signing key of the tests' })),
      refusal(400, 'server.sign'),
    ],
    [
      'an old time',
      () => postAs(share({ time_stamp: String(Date.now() - SIGNATURE_WINDOW_MS - 1_000) })),
      refusal(400, 'server.sign'),
    ],
    [
      'a time ahead',
      () => postAs(share({ time_stamp: String(Date.now() + SIGNATURE_WINDOW_MS + 5_000) })),
      refusal(400, 'server.sign'),
    ],
    [
      'business time as its time',
      () => postAs(share({ time_stamp: String(server.clock.business()) })),
      refusal(400, 'server.sign'),
    ],
    ['an unknown field', () => postAs(share({ admin: '1' })), refusal(400, 'server.param')],
    ['a field of another call', () => postAs(share({ correctAnswer: 'A' })), refusal(400, 'server.param')],
    ['a name inherited by every object', () => postAs(share({ constructor: '1' })), refusal(400, 'server.param')],
    ['a required field left out', () => postAs(signed({ phone: household.phone })), refusal(400, 'server.param')],
    ['an empty required field', () => postAs(share({ userId: '' })), refusal(400, 'server.param')],
    ['a short nonce', () => postAs(share({ nonce: 'short' })), refusal(400, 'server.param')],
    [
      'a nonce of another form',
      () => postAs(share({ nonce: randomUUID().toUpperCase() })),
      refusal(400, 'server.param'),
    ],
    ['a nonce that is too long', () => postAs(share({ nonce: `${randomUUID()}0` })), refusal(400, 'server.param')],
    ['no nonce', () => postAs(without(share(), 'nonce')), refusal(400, 'server.sign')],
    ['a NUL in a value', () => postAs(share({ phone: '\0' })), refusal(400, 'server.param')],
    ['no authorization', () => post(shareUrl(), share()), refusal(401, 'server.auth')],
    [
      'an expired token',
      () => postAs(share(), household.userId, tokenOf(household.userId, 'full', Date.now() - 1_000)),
      refusal(401, 'server.auth'),
    ],
    [
      'a report token',
      () => postAs(share(), household.userId, tokenOf(household.userId, 'report')),
      refusal(401, 'server.auth'),
    ],
    [
      "another user's token",
      () => postAs(share(), household.userId, tokenOf(stranger.userId)),
      refusal(401, 'server.auth'),
    ],
    ["an unknown user's token", () => postAs(share(), 'nobody'), refusal(204, 'server.account.unknown')],
    [
      'a foreign fridge, correctly signed',
      () => callAs(household, server.url, sharingCalls.shareRecord, { ...household, fridgeId: stranger.fridgeId }),
      refusal(403, 'server.param'),
    ],
    [
      'a foreign home, correctly signed',
      () => callAs(household, server.url, sharingCalls.shareRecord, { homeId: stranger.homeId }),
      refusal(403, 'server.param'),
    ],
    [
      'a foreign phone, correctly signed',
      () => callAs(household, server.url, sharingCalls.shareRecord, { phone: stranger.phone }),
      refusal(403, 'server.param'),
    ],
    [
      'a foreign user, correctly signed',
      () => callAs(household, server.url, sharingCalls.shareRecord, { userId: stranger.userId }),
      refusal(403, 'server.param'),
    ],
    [
      'an unknown opaque name',
      async () => post(`${server.url}/activity2023/guess`, share(), await mine()),
      refusal(400, 'server.param'),
    ],
    [
      'an opaque name every object has',
      async () => post(`${server.url}/activity2023/constructor`, share(), await mine()),
      refusal(400, 'server.param'),
    ],
    [
      'an unknown path',
      async () => post(`${server.url}/activity/nothing`, share(), await mine()),
      refusal(400, 'server.param'),
    ],
    ['a body of 10 MB', () => postAs(share({ phone: 'x'.repeat(10 * 1024 * 1024) })), refusal(413, 'server.param')],
  ])('%s', async (_, attempt, expected) => {
    const before = await written();
    expect(await attempt()).toEqual(expected);
    expect(await written()).toBe(before);
  });

  it.each<[string, RequestInit]>([
    ['JSON instead of a form', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
    ['broken JSON', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    ['another type', { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } }],
    ['no body', { method: 'POST' }],
    ['another method', { method: 'GET' }],
    [
      'a repeated field',
      { method: 'POST', body: 'nonce=a&nonce=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
  ])('%s is bad input, in the envelope', async (_, request) => {
    const response = await fetch(shareUrl(), request);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(refusal(400, 'server.param'));
  });

  it('a replayed request, also concurrently', async () => {
    const form = share();
    const answers = await Promise.all([postAs(form), postAs(form), postAs(form)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 409, 409]);
    expect(await postAs(form)).toEqual(refusal(409, 'server.sign'));
  });

  it('a replayed request whose phone was folded into its nonce: the signed text is the same, the nonce would be new', async () => {
    const form = share({ phone: household.phone });
    expect((await postAs(form)).code).toBe(0);
    const folded = without({ ...form, nonce: `${form['nonce']}phone${household.phone}` }, 'phone');
    expect(sign(folded, { signer: 'hmac-sha256', key: testKeys.SIGNING_KEY })).toBe(form['token']);
    expect(await postAs(folded)).toEqual(refusal(400, 'server.param'));
  });

  it('stores no nonce of an unauthorized request', async () => {
    const before = await server.queries.$count(nonces);
    await post(shareUrl(), share());
    expect(await server.queries.$count(nonces)).toBe(before);
  });
});

describe('every answer', () => {
  it.each([
    ['GET', '/health'],
    ['POST', '/activity/shareRecord'],
    ['GET', '/nowhere'],
    ['POST', '/demo/login'],
  ])('of %s %s carries both clocks, readable across origins', async (method, path) => {
    const response = await fetch(`${server.url}${path}`, { method, headers: { origin: testOrigin } });
    const [real, business] = Object.values(clockHeaders).map((name) => Number(response.headers.get(name)));
    expect(Math.abs((real ?? 0) - Date.now())).toBeLessThan(60_000);
    expect((business ?? 0) - (parseInstant(testClock) ?? 0)).toBeGreaterThanOrEqual(0);
    expect(response.headers.get('access-control-allow-origin')).toBe(testOrigin);
    for (const name of Object.values(clockHeaders))
      expect(response.headers.get('access-control-expose-headers')).toContain(name);
  });

  it('to a preflight may be cached, and allows what a call needs', async () => {
    const response = await fetch(shareUrl(), {
      method: 'OPTIONS',
      headers: {
        origin: testOrigin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  it.each(['POST', 'OPTIONS'])('to a %s from another origin carries no CORS header', async (method) => {
    const response = await fetch(shareUrl(), {
      method,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

it('has no demonstration calls without DEMO=1', async () => {
  for (const path of ['login', 'households', 'profile', 'home', 'addDevice', 'anything']) {
    const response = await fetch(`${server.url}/demo/${path}`, { method: 'POST' });
    expect(response.status).toBe(404);
  }
});
