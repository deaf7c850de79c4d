import { createHash, randomUUID } from 'node:crypto';
import { defineCall } from '@fridge/shared-contracts';
import { requestStart, TEAM_IDENTITY_TYPE } from '@fridge/shared-contracts/team';
import Fastify, { type FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, answerCall, requireHousehold, teamBackend } from './index.ts';

const API = 'https://api.example';
const vote = defineCall({ path: '/team/picnic/vote', required: ['dish'], access: 'none', data: v.unknown() });
const photo = defineCall({
  path: '/team/picnic/photo',
  required: ['dish'],
  files: ['photo'],
  access: 'household',
  data: v.unknown(),
});

type Key = { privateKey: CryptoKey; jwk: JWK };
async function makeKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' } };
}

/** The API's keys, as it publishes them. */
let published: JWK[] = [];
let keysAnswer = true;
let key: Key;
let api: FastifyInstance;
let backend: FastifyInstance;
let handled = 0;

beforeAll(async () => {
  key = await makeKey('first');
  published = [key.jwk];
  api = Fastify();
  api.get('/.well-known/jwks.json', async (_request, reply) =>
    keysAnswer ? { keys: published } : reply.code(503).send({}),
  );
  await api.listen({ port: 0, host: '127.0.0.1' });
  backend = await startBackend();
});
beforeEach(() => void (handled = 0));
afterAll(async () => {
  await backend.close();
  await api.close();
});

async function startBackend(): Promise<FastifyInstance> {
  const app = Fastify();
  app.get('/health', async () => 'ok');
  await app.register(async (scope) => {
    const keys = `${api.listeningOrigin}/.well-known/jwks.json`;
    await scope.register(teamBackend, { team: 'picnic', api: API, keys, maxBytes: 100_000 });
    answerCall(scope, vote, ({ fields, identity }) => {
      handled += 1;
      return answer({ ...fields, ...identity });
    });
    answerCall(scope, photo, async ({ fields, files }) =>
      answer({ ...fields, name: files.photo.name, text: await files.photo.text() }),
    );
    scope.post('/own', { preHandler: requireHousehold }, async ({ identity, call }) => answer([identity.userId, call]));
  });
  await app.ready();
  return app;
}

interface Change {
  path?: string;
  body?: string;
  claims?: Record<string, unknown>;
  header?: Partial<{ alg: string; kid: string; typ: string }>;
  signer?: Key;
  aud?: string;
  iss?: string;
  at?: number;
}

/** An identity as the API signs it, with a change. */
function signed({ path = '/team/picnic/vote', body = 'dish=salad', claims, header, signer, ...to }: Change = {}) {
  const now = Math.floor(Date.now() / 1_000) + (to.at ?? 0);
  const request = createHash('sha256').update(requestStart(path)).update(body).digest('hex');
  return new SignJWT({
    sub: 'U1',
    scope: 'household',
    home: 'H1',
    fridges: ['F1'],
    request,
    jti: randomUUID(),
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: TEAM_IDENTITY_TYPE, kid: (signer ?? key).jwk.kid ?? '', ...header })
    .setIssuer(to.iss ?? API)
    .setAudience(to.aud ?? 'team:picnic')
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign((signer ?? key).privateKey);
}

const send = (
  header: string | undefined,
  { url = '/vote', body = 'dish=salad', type = 'application/x-www-form-urlencoded' } = {},
) =>
  backend.inject({
    method: 'POST',
    url,
    body,
    headers: { 'content-type': type, ...(header !== undefined && { 'team-identity': header }) },
  });

describe('an identity of the API', () => {
  it('tells who calls', async () => {
    const answered = await send(await signed());
    expect(answered.json()).toEqual({
      code: 0,
      msg: '',
      data: { dish: 'salad', scope: 'household', userId: 'U1', home: 'H1', fridges: ['F1'] },
    });
  });

  it('counts by the clock of a machine that is half a minute off', async () => {
    expect((await send(await signed({ at: 25 }))).statusCode).toBe(200);
    expect((await send(await signed({ at: -80 }))).statusCode).toBe(200);
  });

  it('of a process that has just started counts at once', async () => {
    for (const kid of ['second', 'third']) {
      const signer = await makeKey(kid);
      published = [...published, signer.jwk];
      expect((await send(await signed({ signer }))).statusCode).toBe(200);
    }
  });

  it('leads to a route of its own', async () => {
    const asked = { url: '/own', body: 'a=1' };
    const path = '/team/picnic/own';
    expect((await send(await signed({ path, body: 'a=1' }), asked)).json()).toMatchObject({
      data: ['U1', { fields: { a: '1' }, files: {} }],
    });
    const asGuest = await signed({ path, body: 'a=1', claims: { sub: undefined, scope: 'none' } });
    expect((await send(asGuest, asked)).json()).toMatchObject({ code: 401 });
  });
});

describe('a request that is not the API’s gets HTTP 401 and no handler', () => {
  it.each<[string, () => Promise<string | undefined>]>([
    ['none', async () => undefined],
    ['empty', async () => ''],
    ['no token', async () => 'a.b.c'],
    ['of another key', async () => signed({ signer: await makeKey('first') })],
    ['of a key that is not published', async () => signed({ signer: await makeKey('never') })],
    ['unsigned', async () => `${btoa('{"alg":"none"}')}.${(await signed()).split('.')[1]}.`],
    ['of another type', () => signed({ header: { typ: 'JWT' } })],
    ['for another team', () => signed({ aud: 'team:draw' })],
    ['of another API', () => signed({ iss: 'https://evil.example' })],
    ['expired', () => signed({ at: -100 })],
    ['of the future', () => signed({ at: 100 })],
    ['for another path', () => signed({ path: '/team/picnic/own' })],
    ['for another body', () => signed({ body: 'dish=soup' })],
    ['without a user', () => signed({ claims: { sub: undefined } })],
    ['of a guest with a user', () => signed({ claims: { scope: 'none' } })],
    ['of an unknown scope', () => signed({ claims: { scope: 'admin' } })],
  ])('%s', async (_, make) => {
    const refused = await send(await make());
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ code: 401, data: null });
    expect(handled).toBe(0);
  });

  it('sent a second time', async () => {
    const header = await signed();
    expect((await send(header)).statusCode).toBe(200);
    expect((await send(header)).statusCode).toBe(401);
  });

  it('to a route that there is not', async () =>
    expect((await send(undefined, { url: '/nothing' })).statusCode).not.toBe(200));

  it('while routes of another scope are for anyone', async () =>
    expect((await backend.inject({ url: '/health' })).body).toBe('ok'));

  it('says that it cannot tell while the keys are away', async () => {
    keysAnswer = false;
    const answered = await send(await signed({ signer: await makeKey('unread') }));
    keysAnswer = true;
    expect(answered.statusCode).toBe(503);
    expect(answered.json()).toMatchObject({ code: 500 });
  });
});

describe('a body', () => {
  it.each([
    ['with a field that the call does not name', 'dish=salad&more=1'],
    ['without a field that it requires', 'dish='],
    ['with a field twice', 'dish=salad&dish=soup'],
    ['with a name of every object', 'dish=salad&__proto__=1'],
  ])('%s is refused with code 400', async (_, body) => {
    const answered = await send(await signed({ body }), { body });
    expect([answered.statusCode, answered.json()]).toMatchObject([200, { code: 400 }]);
    expect(handled).toBe(0);
  });

  it('of another type is refused', async () => {
    const body = '{"dish":"salad"}';
    const answered = await send(await signed({ body }), { body, type: 'application/json' });
    expect(answered.json()).toMatchObject({ code: 400 });
  });

  it('above the limit is refused', async () => {
    const body = `dish=${'x'.repeat(300_000)}`;
    expect((await send(await signed({ body }), { body })).json()).toMatchObject({ code: 413 });
  });

  const boundary = 'b0undary';
  const multipart = (...parts: string[]) =>
    `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
  const dish = 'content-disposition: form-data; name="dish"\r\n\r\nsalad';
  const file = 'content-disposition: form-data; name="photo"; filename="菜.jpg"\r\ncontent-type: image/jpeg\r\n\r\nPNG';
  const type = `multipart/form-data; boundary=${boundary}`;
  const sendParts = async (...parts: string[]) => {
    const body = multipart(...parts);
    return send(await signed({ path: '/team/picnic/photo', body }), { url: '/photo', body, type });
  };

  it('has its files', async () =>
    expect((await sendParts(dish, file)).json()).toMatchObject({
      code: 0,
      data: { dish: 'salad', name: '菜.jpg', text: 'PNG' },
    }));

  it('without a file that the call has, or with more, is refused', async () => {
    expect((await sendParts(dish)).json()).toMatchObject({ code: 400 });
    expect((await sendParts(dish, file, file.replace('photo', 'more'))).json()).toMatchObject({ code: 400 });
  });

  it('that is cut off is refused', async () => {
    const body = multipart(dish, file).slice(0, -20);
    const header = await signed({ path: '/team/picnic/photo', body });
    expect((await send(header, { url: '/photo', body, type })).json()).toMatchObject({ code: 400 });
  });
});

it('a call of another team is refused when the server starts', async () => {
  const app = Fastify();
  await app.register(teamBackend, { team: 'draw', api: API });
  expect(() => answerCall(app, vote, () => answer(null))).toThrow('its path has to begin with /team/draw/');
  await app.close();
});
