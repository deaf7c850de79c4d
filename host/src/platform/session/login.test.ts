import { describe, expect, it, vi } from 'vitest';
import { createAppLink } from '../bridge/app-link.ts';
import { createBridgeClient } from '../bridge/bridge-client.ts';
import { fakePage, type FakePageOptions } from '../bridge/testing/fake-page.ts';
import { listenForLogin } from './login.ts';

const APP = 'https://app.test';
const HOST = 'https://host.test';
const result = { success: true, userId: 'u1', accessToken: 't1' };
const message = { type: 'loginResult', ...result };

function scene(options: FakePageOptions, native = false) {
  const page = fakePage(options);
  if (native) Object.assign(page.window, { companionNative: { postMessage: vi.fn() } });
  const link = createAppLink({ window: page.window, allowedOrigins: [APP] });
  const bridge = createBridgeClient({ link, onUse: () => {}, onError: () => {} });
  const onResult = vi.fn();
  listenForLogin(bridge, onResult);
  return { page, bridge, onResult };
}

const framed = { framed: true, ancestorOrigins: [APP] };

describe('a login result is accepted', () => {
  it('from the allowed page that frames this one', () => {
    const { page, onResult } = scene(framed);
    page.message(message, APP);
    expect(onResult.mock.calls).toEqual([[result]]);
  });

  it('from the native web view itself', () => {
    const { page, onResult } = scene({}, true);
    page.message(message, HOST, page.window);
    expect(onResult.mock.calls).toEqual([[result]]);
  });

  it('once when it arrives as an event and as a message', () => {
    vi.useFakeTimers();
    const { page, onResult } = scene(framed);
    page.message({ event: 'loginResult', data: result }, APP);
    vi.advanceTimersByTime(30);
    page.message(message, APP);
    expect(onResult).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_000);
    page.message(message, APP);
    expect(onResult).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });
});

describe('a forged login result changes nothing', () => {
  it.each([
    [
      'a foreign parent',
      { framed: true, ancestorOrigins: ['https://evil.test'] },
      false,
      'https://evil.test',
      'parent',
    ],
    ['a window that is not the parent, at an allowed origin', framed, false, APP, 'other'],
    ['the parent at a foreign origin', { framed: true }, false, 'https://evil.test', 'parent'],
    ['a script on the page, in a browser', {}, false, HOST, 'self'],
    ['an opener, in a browser', {}, false, APP, 'other'],
    ['another frame inside the native web view', {}, true, HOST, 'other'],
    ['an allowed origin inside the native web view', {}, true, APP, 'other'],
  ] as const)('%s', (_name, options, native, origin, from) => {
    const { page, onResult } = scene(options, native);
    const sources = { parent: page.parent, self: page.window, other: {} };
    page.message(message, origin, sources[from]);
    expect(onResult).not.toHaveBeenCalled();
  });

  it.each([
    null,
    'loginResult',
    { type: 'loginResult' },
    { type: 'loginResult', success: 'true' },
    { type: 'login', success: true },
  ])('in the form %j', (data) => {
    const { page, onResult } = scene(framed);
    page.message(data, APP);
    expect(onResult).not.toHaveBeenCalled();
  });
});
