// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { importMapSupport } from './import-map-support.ts';

const chromium = (version: number) =>
  `Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${version}.0.0.0 Mobile Safari/537.36 CompanionApp/9.1.0`;
const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const webView =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 CompanionApp/9.1.0';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['Chromium 126', chromium(126), {}, 'none'],
  ['Chromium 127', chromium(127), {}, 'first'],
  ['Chromium 132', chromium(132), {}, 'first'],
  ['Chromium 133', chromium(133), {}, 'later'],
  ['Chromium without a window', chromium(156).replace('Chrome', 'HeadlessChrome'), {}, 'later'],
  ['Firefox 137', firefox(137), {}, 'none'],
  ['Firefox 138', firefox(138), {}, 'first'],
  ['Firefox 153', firefox(153), { Iterator: {} }, 'first'],
  ['Safari 17', webView, { URL: {} }, 'none'],
  ['Safari 18.3', webView, { URL: { parse: (): null => null } }, 'first'],
  ['Safari 18.4', webView, { URL: { parse: (): null => null }, Iterator: {} }, 'later'],
])('%s', (_, userAgent, brought, support) => {
  vi.stubGlobal('Iterator', undefined);
  if (!('Iterator' in brought)) Reflect.deleteProperty(globalThis, 'Iterator');
  for (const [name, value] of Object.entries(brought)) vi.stubGlobal(name, value);
  expect(importMapSupport({ userAgent })).toBe(support);
});

it('takes no later map on plain http, where its text could not be checked', () => {
  vi.stubGlobal('crypto', {});
  expect(importMapSupport({ userAgent: chromium(156) })).toBe('first');
  expect(importMapSupport({ userAgent: chromium(126) })).toBe('none');
});
