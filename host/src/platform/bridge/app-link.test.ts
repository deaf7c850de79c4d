import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppLink } from './app-link.ts';
import { type FakePageOptions, fakePage } from './testing/fake-page.ts';

const APP = 'https://app.test';
const IN_APP = 'Mozilla/5.0 CompanionApp/8.1.0';

function linkOn(options: FakePageOptions) {
  const page = fakePage(options);
  const received: unknown[] = [];
  const link = createAppLink({
    window: page.window,
    allowedOrigins: [APP, 'https://app2.test'],
  });
  link.listen((raw) => received.push(raw));
  return { page, link, received };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the link to the app', () => {
  it('has none in a browser, and posts no message', () => {
    const { link, page } = linkOn({});
    expect(link.transport()).toBeNull();
    expect(link.mayAppear()).toBe(false);
    expect(page.posted).toEqual([]);
  });

  it('announces the host only to the parent it knows', () => {
    const { page } = linkOn({ framed: true, ancestorOrigins: [APP] });
    expect(page.posted).toEqual([{ message: { hello: 'host' }, origin: APP }]);
  });

  it('announces the host to allowed origins alone when the parent is unknown', () => {
    const { page } = linkOn({ framed: true });
    expect(page.posted.map(({ origin }) => origin)).toEqual([APP, 'https://app2.test']);
  });

  it('sends and accepts no message inside a foreign page', () => {
    const { page, link, received } = linkOn({
      framed: true,
      ancestorOrigins: ['https://evil.test'],
    });
    page.message({ hello: 'CompanionApp/8.1.0' }, 'https://evil.test');
    page.message({ event: 'pageShow' }, 'https://evil.test');
    expect([page.posted, received, link.transport(), link.mayAppear()]).toEqual([[], [], null, false]);
  });

  it('reads the parent, the version and the system from a late hello', () => {
    const { page, link } = linkOn({ framed: true });
    expect([link.transport(), link.mayAppear()]).toEqual([null, true]);
    page.message({ hello: 'MallApp/2.0.9', platform: 'android' }, APP);
    expect(link.transport()).not.toBeNull();
    expect(link.version()).toEqual({ app: 'mall', version: '2.0.9' });
    expect(link.platform()).toBe('android');
    page.posted.length = 0;
    link.transport()?.({ id: '1', method: 'share', params: {} });
    expect(page.posted).toEqual([{ message: { id: '1', method: 'share', params: {} }, origin: APP }]);
  });

  it.each([
    ['an allowed origin that is not the parent', APP, {}],
    ['the parent at a foreign origin', 'https://evil.test', undefined],
    ['the page itself', 'https://host.test', 'self'],
  ])('ignores a message of %s', (_name, origin, source) => {
    const { page, link, received } = linkOn({ framed: true });
    page.message({ hello: 'CompanionApp/9.0.0' }, origin, source === 'self' ? page.window : (source ?? page.parent));
    page.message({ id: '1', ok: true }, origin, source === 'self' ? page.window : (source ?? page.parent));
    expect([link.transport(), link.version(), received]).toEqual([null, null, []]);
  });

  it('finds the object of a web view that injects it late', async () => {
    const { page, link } = linkOn({ userAgent: IN_APP });
    await vi.advanceTimersByTimeAsync(700);
    expect([link.transport(), link.mayAppear()]).toEqual([null, true]);
    Object.assign(page.window, { companionNative: { postMessage: vi.fn() } });
    expect(link.transport()).not.toBeNull();
  });

  it('stops waiting after a second, and looks again at the next call', async () => {
    const { page, link } = linkOn({ userAgent: IN_APP });
    await vi.advanceTimersByTimeAsync(1_100);
    expect([link.transport(), link.mayAppear()]).toEqual([null, false]);
    Object.assign(page.window, { webkit: { messageHandlers: { companion: { postMessage: vi.fn() } } } });
    expect(link.transport()).not.toBeNull();
  });

  it("accepts a login's window message only from the page itself once a native object is there", () => {
    const { page, received } = linkOn({ userAgent: IN_APP });
    const login = { type: 'loginResult', success: true };
    page.message(login, 'https://host.test', page.window);
    expect(received).toEqual([]);
    Object.assign(page.window, { companionNative: { postMessage: vi.fn() } });
    page.message(login, APP);
    page.message(login, 'https://host.test', null);
    page.message({ event: 'pageShow' }, 'https://host.test', page.window);
    expect(received).toEqual([]);
    page.message(login, 'https://host.test', page.window);
    expect(received).toEqual([{ event: 'loginResult', data: login }]);
  });
});

describe('the framing page', () => {
  it.each([
    ['none', { framed: false }, null, false],
    ['an allowed parent', { ancestorOrigins: [APP] }, 'frame', false],
    ['a foreign parent', { ancestorOrigins: ['https://evil.test'] }, null, false],
    ['a foreign parent inside the app', { ancestorOrigins: ['https://evil.test', APP] }, null, false],
    ['a sandboxed parent', { ancestorOrigins: ['null'] }, null, false],
    ['an engine that does not show it', {}, null, true],
  ] as const)('is known by its origin or its first message: %s', (_name, options, kind, believesMessage) => {
    const { link, page, received } = linkOn({ framed: true, ...options });
    expect([link.transport() && 'frame', link.mayAppear()]).toEqual([kind, kind === null && believesMessage]);
    page.message({ event: 'pageShow' }, APP);
    expect(received.length).toBe(believesMessage || kind === 'frame' ? 1 : 0);
  });
});
