import { describe, expect, it } from 'vitest';
import { type AccessClaims, issueAccessToken, readAccessToken } from './access-token.ts';
import { readAuthorization } from './authorization.ts';

const cloudKey = 'a cloud key for tests';
const now = 1_690_855_200_000;
const claims: AccessClaims = { userId: 'someone', scope: 'full', expiresAt: now + 1 };
const basic = (userId: string, token: string) => `Basic ${Buffer.from(`${userId}:${token}`).toString('base64')}`;
const token = issueAccessToken(claims, cloudKey);

describe('access tokens', () => {
  it('are several and all valid', () => {
    const second = issueAccessToken(claims, cloudKey);
    expect(second).not.toBe(token);
    expect([token, second].map((each) => readAccessToken(each, cloudKey, now))).toMatchObject([claims, claims]);
  });

  it.each([
    ['expired to the millisecond', issueAccessToken({ ...claims, expiresAt: now }, cloudKey)],
    ['signed by another key', issueAccessToken(claims, 'another key')],
    ['with changed claims', `${Buffer.from(JSON.stringify({ ...claims, userId: 'other', id: '' })).toString('base64url')}.${token.split('.')[1]}`],
    ['without its signature', token.split('.')[0] ?? ''],
    ['with a part too many', `${token}.x`],
    ['empty', ''],
  ])('are refused when %s', (_, bad) => expect(readAccessToken(bad, cloudKey, now)).toBeNull());
});

describe('readAuthorization', () => {
  it('gives the claims of a fitting header', () => {
    expect(readAuthorization(basic('someone', token), { cloudKey, scope: 'full', now })).toMatchObject({ userId: 'someone' });
  });

  it.each([
    ['no header', undefined],
    ['another scheme', `Bearer ${token}`],
    ['text that is not base64', 'Basic ???'],
    ['no user id', basic('', token)],
    ['another user id', basic('other', token)],
    ['a colon too many', basic('someone', `${token}:x`)],
    ['a token of another scope', basic('someone', issueAccessToken({ ...claims, scope: 'report' }, cloudKey))],
  ])('refuses %s', (_, header) => {
    expect(() => readAuthorization(header, { cloudKey, scope: 'full', now })).toThrow('server.auth');
  });
});
