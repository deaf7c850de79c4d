import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueAccessToken } from '../../admission/authorization.ts';
import { readAccessToken } from '../../testing/access-tokens.ts';
import { createLogger } from '../../log/log.ts';
import { type CloudKeys, followRemoteKeys, openCloudKeys } from './cloud-keys.ts';

const now = Date.now();
const someone = { userId: 'someone', scope: 'full' };
const secret = 'the current cloud key, long enough';
const formerSecret = 'the cloud key of before, long enough';

const pairs = {
  rsa: await generateKeyPair('RS256', { extractable: true }),
  ec: await generateKeyPair('ES256', { extractable: true }),
  stranger: await generateKeyPair('ES256', { extractable: true }),
  ps: await generateKeyPair('PS256', { extractable: true }),
};
type Pair = keyof typeof pairs;
const algorithms = { rsa: 'RS256', ec: 'ES256', stranger: 'ES256', ps: 'PS256' };
const publicJwk = async (pair: Pair, kid: string = pair): Promise<JWK> => ({
  ...(await exportJWK(pairs[pair].publicKey)),
  kid,
});

const rsa = await exportSPKI(pairs.rsa.publicKey);
const jwk = await publicJwk('rsa');
const strangerJwk = await publicJwk('stranger');

const claims = (jwt: SignJWT) =>
  jwt
    .setIssuer('companion-cloud')
    .setAudience('fridge-activities')
    .setSubject('someone')
    .setExpirationTime(Math.floor(now / 1000) + 60)
    .setJti('1');
function tokenBy(pair: Pair, header: Record<string, unknown> = { kid: pair }): Promise<string> {
  const jwt = claims(new SignJWT({ scope: 'full' }));
  return jwt.setProtectedHeader({ alg: algorithms[pair], ...header }).sign(pairs[pair].privateKey);
}

/** A token made by hand, as an attacker makes one. */
function forged(header: Record<string, unknown>, key: string | Uint8Array): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claimed = {
    iss: 'companion-cloud',
    aud: 'fridge-activities',
    sub: 'someone',
    scope: 'full',
    exp: Math.floor(now / 1000) + 60,
    jti: '1',
  };
  const text = `${part(header)}.${part(claimed)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

const logged: string[] = [];
const log = createLogger('info', { write: (line) => logged.push(line) });
const events = () => logged.map((line) => (JSON.parse(line) as { event: string }).event);

describe('secrets', () => {
  const keys: CloudKeys = { secrets: [secret, formerSecret], published: null, close: () => undefined };
  const issue = (key: string, expiresAt = now + 60_000) =>
    issueAccessToken({ userId: 'someone', scope: 'full', expiresAt }, key);

  it.each([secret, formerSecret])('accept a token made with %j', async (key) =>
    expect(await readAccessToken(await issue(key), keys, now)).toEqual(someone),
  );

  it.each<[string, () => string | Promise<string>]>([
    ['made with a key of neither', () => issue('a key that was withdrawn, long enough')],
    ['of the former key that expired', () => issue(formerSecret, now - 1_000)],
    ['of a published key, where there is none', () => tokenBy('rsa')],
  ])('refuse one %s', async (_, make) => expect(await readAccessToken(await make(), keys, now)).toBeNull());
});

describe('a published set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloud-keys-'));
  const path = join(folder, 'jwks.json');
  const edit = (text: string) => {
    writeFileSync(`${path}.draft`, text);
    renameSync(`${path}.draft`, path);
  };
  let keys: CloudKeys;
  beforeAll(async () => {
    edit(JSON.stringify({ keys: [await publicJwk('rsa'), await publicJwk('ec')] }));
    keys = await openCloudKeys({ CLOUD_KEY: secret, CLOUD_KEYS_ACCEPTED: [], CLOUD_JWKS: path }, log);
  });
  afterAll(() => {
    keys.close();
    rmSync(folder, { recursive: true });
  });

  it.each<Pair>(['rsa', 'ec'])('accepts tokens of its %s key, named or not', async (pair) => {
    expect(await readAccessToken(await tokenBy(pair), keys, now)).toEqual(someone);
    expect(await readAccessToken(await tokenBy(pair, {}), keys, now)).toEqual(someone);
  });

  it('accepts tokens of the secret beside it, while the cloud changes over', async () => {
    const token = await issueAccessToken({ userId: 'someone', scope: 'full', expiresAt: now + 60_000 }, secret);
    expect(await readAccessToken(token, keys, now)).toEqual(someone);
  });

  it.each<[string, () => string | Promise<string>]>([
    // Algorithm confusion: everybody knows the public key, so it must not count as a secret.
    ['HS256 by the public key as PEM', () => forged({ alg: 'HS256', kid: 'rsa' }, rsa)],
    ['HS256 by the public key as PEM, trimmed', () => forged({ alg: 'HS256' }, rsa.trim())],
    ['HS256 by the public key as JWK', () => forged({ alg: 'HS256', kid: 'rsa' }, JSON.stringify(jwk))],
    ['HS256 by the modulus', () => forged({ alg: 'HS256', kid: 'rsa' }, Buffer.from(jwk.n ?? '', 'base64url'))],
    ['RS256 in its header, HMAC in truth', () => forged({ alg: 'RS256', kid: 'rsa' }, secret)],
    ['no algorithm', () => forged({ alg: 'none', kid: 'rsa' }, secret)],
    ['an empty algorithm', () => forged({}, secret)],
    ['HS512', () => forged({ alg: 'HS512' }, secret)],
    ['PS256 of an RSA key', () => tokenBy('ps', { kid: 'rsa' })],
    ['a key of its own in the header', () => tokenBy('stranger', { jwk: strangerJwk })],
    ['an address of keys in the header', () => tokenBy('stranger', { jku: 'https://evil.example/jwks' })],
    ["a stranger's key by a known name", () => tokenBy('stranger', { kid: 'ec' })],
    ['an unknown name', () => tokenBy('ec', { kid: 'none' })],
    ['an extension that it calls critical', () => tokenBy('ec', { kid: 'ec', crit: ['exp'], exp: 1 }).catch(() => '')],
  ])('refuses a token with %s', async (_, make) => expect(await readAccessToken(await make(), keys, now)).toBeNull());

  it('is followed when its file is edited, and stays while the file is wrong', { timeout: 20_000 }, async () => {
    const refused = () => events().filter((event) => event === 'cloudKeysRefused').length;
    edit('{ "keys": [');
    await expect.poll(refused, { timeout: 5_000 }).toBe(1);
    expect(await readAccessToken(await tokenBy('rsa'), keys, now)).toEqual(someone);
    edit(JSON.stringify({ keys: [await publicJwk('stranger'), await publicJwk('ec', 'another ec')] }));
    await expect
      .poll(async () => readAccessToken(await tokenBy('stranger'), keys, now), { timeout: 5_000 })
      .toEqual(someone);
    expect(await readAccessToken(await tokenBy('rsa'), keys, now)).toBeNull();
    // Without a name, each key of the algorithm is tried.
    expect(await readAccessToken(await tokenBy('ec', {}), keys, now)).toEqual(someone);
  });
});

describe('the address of a set', () => {
  let cloud: Server;
  let url: URL;
  let asked = 0;
  let respond: (() => { status: number; body: string }) | 'silent';
  let clock = 0;
  const publish = async (...published: Pair[]) => {
    const body = JSON.stringify({ keys: await Promise.all(published.map((pair) => publicJwk(pair))) });
    respond = () => ({ status: 200, body });
  };
  const follow = async () => {
    const { keyOf, close } = await followRemoteKeys(url, log, () => clock);
    const keys: CloudKeys = { secrets: [secret], published: keyOf, close };
    return { close, read: async (pair: Pair) => readAccessToken(await tokenBy(pair), keys, now) };
  };
  const unavailable = { name: 'Refusal', code: 500 };

  beforeAll(async () => {
    cloud = createServer((_, response) => {
      asked += 1;
      if (respond === 'silent') return void response.destroy();
      const { status, body } = respond();
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    cloud.listen(0, 'localhost');
    await once(cloud, 'listening');
    url = new URL(`http://localhost:${(cloud.address() as AddressInfo).port}/jwks`); // it listens on a port
  });
  afterAll(() => cloud.close());

  it('is asked once for many tokens, and again for an unknown key, at most every ten seconds', async () => {
    await publish('rsa');
    const { read, close } = await follow();
    asked = 0;
    expect(await Promise.all([read('rsa'), read('rsa'), read('rsa')])).toEqual([someone, someone, someone]);
    expect(asked).toBe(0);
    await publish('rsa', 'ec');
    expect(await read('ec')).toBeNull();
    clock += 10_000;
    expect(await Promise.all([read('ec'), read('ec')])).toEqual([someone, someone]);
    expect(await Promise.all([read('stranger'), read('stranger')])).toEqual([null, null]);
    expect(asked).toBe(1);
    close();
  });

  it.each<[string, typeof respond]>([
    ['does not answer', 'silent'],
    ['fails', () => ({ status: 503, body: '' })],
    ['leads elsewhere', () => ({ status: 302, body: '' })],
    ['answers with no JSON', () => ({ status: 200, body: '<html>' })],
    ['answers with no keys', () => ({ status: 200, body: '{}' })],
  ])('keeps the last keys while it %s, says so once, and asks nobody to log in again', async (_, broken) => {
    await publish('rsa');
    const { read, close } = await follow();
    logged.length = 0;
    respond = broken;
    for (const later of [10_000, 10_000]) {
      clock += later;
      await expect(read('ec')).rejects.toMatchObject(unavailable);
      expect(await read('rsa')).toEqual(someone);
    }
    asked = 0;
    await expect(read('ec')).rejects.toMatchObject(unavailable);
    expect(asked).toBe(0);
    expect(events()).toEqual(['cloudKeysUnavailable']);
    expect(logged.join('')).not.toContain(url.host);

    await publish('rsa', 'ec');
    clock += 10_000;
    expect(await read('ec')).toEqual(someone);
    expect(await read('stranger')).toBeNull();
    expect(events()).toEqual(['cloudKeysUnavailable', 'cloudKeysBack']);
    close();
  });

  it('may be away at the start', async () => {
    respond = 'silent';
    const { read, close } = await follow();
    await expect(read('rsa')).rejects.toMatchObject(unavailable);
    await publish('rsa');
    clock += 10_000;
    expect(await read('rsa')).toEqual(someone);
    close();
  });
});
