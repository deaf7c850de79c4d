import { expect, it } from 'vitest';
import { findBrowser } from './find-browser.ts';

it('takes the one that is named', () =>
  expect(findBrowser({ CHROMIUM_PATH: '/opt/chrome' }, () => true)).toBe('/opt/chrome'));

it('takes an installed one', () =>
  expect(findBrowser({}, (path) => path === '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome'));

it.each([
  [{ CHROMIUM_PATH: '/gone' }, 'CHROMIUM_PATH names /gone'],
  [{}, 'Install one'],
])('says what to do (%j)', (env, words) => expect(() => findBrowser(env, () => false)).toThrow(words));
