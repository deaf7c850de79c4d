import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Identity, issueAccessToken, readAuthorization } from './authorization.ts';
import { readAccessToken } from '../testing/access-tokens.ts';

const cloudKey = 'a cloud key for tests, long enough';
const cloudKeys = { secrets: [cloudKey], published: null, close: () => undefined };
const now = 1_690_855_200_000;
const identity: Identity = { userId: 'someone', scope: 'full' };
const claims = { ...identity, expiresAt: now + 1_000 };
const basic = (userId: string, token: string) => `Basic ${Buffer.from(`${userId}:${token}`).toString('base64')}`;
const token = await issueAccessToken(claims, cloudKey);

/** A valid token, changed by `change`. */
function madeElsewhere(
  change: (jwt: SignJWT) => SignJWT,
  { alg = 'HS256', key = cloudKey, scope = 'full' }: { alg?: string; key?: string; scope?: unknown } = {},
): Promise<string> {
  const right = new SignJWT({ scope })
    .setProtectedHeader({ alg })
    .setIssuer('companion-cloud')
    .setAudience('fridge-activities')
    .setSubject('someone')
    .setExpirationTime(now / 1000 + 60)
    .setJti('1');
  return change(right).sign(new TextEncoder().encode(key));
}
const unchanged = (jwt: SignJWT) => jwt;

describe('access tokens', () => {
  it('can be valid at the same time', async () => {
    const second = await issueAccessToken(claims, cloudKey);
    expect(second).not.toBe(token);
    expect(await Promise.all([token, second].map((each) => readAccessToken(each, cloudKeys, now)))).toEqual([
      identity,
      identity,
    ]);
  });

  it("are JWT of HS256 by the cloud's key, which any other implementation reads", async () => {
    const [header = '', payload = '', signature] = token.split('.');
    expect(signature).toBe(createHmac('sha256', cloudKey).update(`${header}.${payload}`).digest('base64url'));
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(read(payload)).toEqual({
      iss: 'companion-cloud',
      aud: 'fridge-activities',
      sub: 'someone',
      scope: 'full',
      exp: (now + 1_000) / 1_000,
      jti: expect.any(String),
    });
    expect(await readAccessToken(await madeElsewhere(unchanged), cloudKeys, now)).toEqual(identity);
  });

  it.each<[string, () => string | Promise<string>]>([
    ['expired to the second', () => issueAccessToken({ ...claims, expiresAt: now }, cloudKey)],
    [
      'without an end',
      () =>
        new SignJWT({ scope: 'full' })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuer('companion-cloud')
          .setAudience('fridge-activities')
          .setSubject('someone')
          .setJti('1')
          .sign(new TextEncoder().encode(cloudKey)),
    ],
    ['signed by another key', () => madeElsewhere(unchanged, { key: 'another key of sufficient length' })],
    ['signed by another algorithm', () => madeElsewhere(unchanged, { alg: 'HS512' })],
    [
      'not signed at all',
      () =>
        new UnsecuredJWT({ scope: 'full' })
          .setIssuer('companion-cloud')
          .setAudience('fridge-activities')
          .setSubject('someone')
          .setExpirationTime(now / 1000 + 60)
          .setJti('1')
          .encode(),
    ],
    ['of another issuer', () => madeElsewhere((jwt) => jwt.setIssuer('another-cloud'))],
    ['for another audience', () => madeElsewhere((jwt) => jwt.setAudience('coffee-machines'))],
    ['without a user', () => madeElsewhere((jwt) => jwt.setSubject(''))],
    ['of an unknown scope', () => madeElsewhere(unchanged, { scope: 'everything' })],
    ['of no scope', () => madeElsewhere(unchanged, { scope: null })],
    [
      'with changed claims',
      () =>
        [
          token.split('.')[0],
          Buffer.from(JSON.stringify({ ...identity, sub: 'other' })).toString('base64url'),
          token.split('.')[2],
        ].join('.'),
    ],
    ['without its signature', () => token.split('.').slice(0, 2).join('.')],
    ['with a part too many', () => `${token}.x`],
    ['empty', () => ''],
  ])('are refused when %s', async (_, make) => expect(await readAccessToken(await make(), cloudKeys, now)).toBeNull());
});

describe('readAuthorization', () => {
  it('reads the user of a valid header', async () => {
    expect(await readAuthorization(basic('someone', token), { cloudKeys, now })).toEqual(identity);
  });

  it.each([
    ['no header', undefined],
    ['another scheme', `Bearer ${token}`],
    ['text that is not base64', 'Basic ???'],
    ['no user id', basic('', token)],
    ['another user id', basic('other', token)],
    ['a colon too many', basic('someone', `${token}:x`)],
  ])('rejects %s', async (_, header) => {
    expect(await readAuthorization(header, { cloudKeys, now })).toBeNull();
  });
});

it('reads the scope of a report token', async () => {
  const report = basic('someone', await issueAccessToken({ ...claims, scope: 'report' }, cloudKey));
  expect(await readAuthorization(report, { cloudKeys, now })).toEqual({ userId: 'someone', scope: 'report' });
});
