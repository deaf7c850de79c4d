import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { mergeSettings, runtimeSettingsSchema } from './settings.ts';

const appLinkSchema = runtimeSettingsSchema.entries.appLink;

describe('appLink', () => {
  it.each(['https://app.example/open?to={link}', 'companionapp://open?to={link}', 'mallapp://open', null])(
    'may be %s',
    (address) => {
      expect(v.parse(appLinkSchema, address)).toBe(address);
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', 'intent://x', 'otherapp://open', 'app', ''])(
    'may not be %j',
    (address) => {
      expect(v.is(appLinkSchema, address)).toBe(false);
    },
  );

  it('is none where it is left out', () => expect(v.parse(appLinkSchema, undefined)).toBeNull());
});

describe('remoteOrigins', () => {
  const { remoteOrigins } = runtimeSettingsSchema.entries;

  it.each([
    ['https://remotes.example/contest/', 'https://remotes.example'],
    ['http://127.0.0.1:4200', 'http://127.0.0.1:4200'],
    ['http://[::1]:4200', 'http://[::1]:4200'],
    ['https://团队.example', 'https://xn--3bsq58l.example'],
    ['https://team_a.example', 'https://team_a.example'],
  ])('take %s as %s', (address, origin) => expect(v.parse(remoteOrigins, [address])).toEqual([origin]));

  it.each(['https://a;script-src', 'https://a,b', "https://'self'", 'https://*.example', 'ftp://a', 'a.example', ''])(
    'refuse %j',
    (address) => expect(v.is(remoteOrigins, [address])).toBe(false),
  );
});

describe('mergeSettings', () => {
  it.each([
    [{ a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: { b: 1 } }, { a: null }, { a: null }],
    [{ a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: 1 }, {}, { a: 1 }],
    [{ a: 1 }, { toString: 2 }, { a: 1, toString: 2 }],
  ])('of %j and %j is %j', (under, own, result) => expect(mergeSettings(under, own)).toEqual(result));
});
