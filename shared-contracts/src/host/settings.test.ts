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
