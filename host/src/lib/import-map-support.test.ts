// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { takesLaterImportMaps, verifiesPreloads } from './import-map-support.ts';

const chromium = (version: number) =>
  `Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${version}.0.0.0 Mobile Safari/537.36 CompanionApp/9.1.0`;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const webView =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 CompanionApp/9.1.0';

const engine = (userAgent: string) => ({ document, navigator: { ...window.navigator, userAgent } });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['Chromium 132', chromium(132), {}, false, true],
  ['Chromium 133', chromium(133), {}, true, true],
  ['Chromium without a window', chromium(156).replace('Chrome', 'HeadlessChrome'), {}, true, true],
  ['Firefox', firefox, {}, false, true],
  ['Safari 18.3', webView, undefined, false, false],
  ['Safari 18.4', webView, {}, true, false],
])('%s', (_, userAgent, iterator, takesLater, verifies) => {
  vi.stubGlobal('Iterator', iterator);
  if (iterator === undefined) Reflect.deleteProperty(globalThis, 'Iterator');
  const link = document.createElement('link');
  vi.spyOn(link.relList, 'supports').mockReturnValue(true);
  vi.spyOn(document, 'createElement').mockReturnValue(link);
  expect([takesLaterImportMaps(engine(userAgent)), verifiesPreloads(engine(userAgent))]).toEqual([
    takesLater,
    verifies,
  ]);
});
