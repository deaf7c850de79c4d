import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bridgeErrorCode } from '@fridge/shared-contracts';
import { type BridgeMessage, timeoutError } from '@fridge/shared-contracts/page';
import { createAppLink } from './app-link.ts';
import { createBridgeClient, refusalText } from './bridge-client.ts';
import { fakePage } from './testing/fake-page.ts';

const APP = 'https://app.test';

/** The app's end of each transport: what it got, and how it answers. */
function sceneOver(kind: 'ios' | 'android' | 'frame') {
  const page = fakePage(
    kind === 'frame' ? { framed: true, ancestorOrigins: [APP] } : { userAgent: 'x CompanionApp/8.1.0' },
  );
  const natively: unknown[] = [];
  if (kind === 'ios')
    Object.assign(page.window, {
      webkit: { messageHandlers: { companion: { postMessage: (sent: unknown) => natively.push(sent) } } },
    });
  if (kind === 'android')
    Object.assign(page.window, { companionNative: { postMessage: (sent: string) => natively.push(JSON.parse(sent)) } });
  const link = createAppLink({ window: page.window, allowedOrigins: [APP] });
  const onError = vi.fn();
  let use = () => {};
  const client = createBridgeClient({
    link,
    onError,
    onUse: (listener) => void (use = listener),
  });
  page.posted.length = 0;
  return {
    page,
    client,
    onError,
    use: () => use(),
    sent: () => (kind === 'frame' ? page.posted.map(({ message }) => message) : natively) as BridgeMessage[], // what the client just sent
    answer: (message: unknown) =>
      kind === 'frame' ? page.message(message, APP) : page.window.companion?.receive(message),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  let id = 40;
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => String((id += 1)) as ReturnType<Crypto['randomUUID']>); // short ones
});
afterEach(() => void vi.useRealTimers());

describe.each(['ios', 'android', 'frame'] as const)('the bridge over %s', (kind) => {
  it('carries a call and its answer', async () => {
    const { client, sent, answer } = sceneOver(kind);
    const call = client.call('getStatusBarHeight');
    expect(sent()).toEqual([{ id: '41', method: 'getStatusBarHeight', params: {} }]);
    answer({ id: '41', ok: true, data: { height: 59, extra: 1 } });
    expect(await call).toEqual({ ok: true, data: { height: 59 } });
  });

  it('accepts the answer as JSON too', async () => {
    const { client, answer } = sceneOver(kind);
    const call = client.call('getUserInfo');
    answer('{"id":41,"ok":true,"data":{"userId":""}}');
    expect(await call).toMatchObject({ ok: true, data: { userId: '', accessToken: '' } });
  });

  it('matches answers in another order by their ids', async () => {
    const { client, sent, answer } = sceneOver(kind);
    const first = client.call('openWebView', { url: 'https://a.test', title: '' });
    const second = client.call('getStatusBarHeight');
    expect(sent().map(({ id }) => id)).toEqual(['41', '42']);
    answer({ id: '42', ok: true, data: { height: 1 } });
    answer({ id: '41', ok: false, error: { code: 9, errMessage: 'no' } });
    expect(await Promise.all([first, second])).toEqual([
      { ok: false, error: { code: 9, errMessage: 'no' } },
      { ok: true, data: { height: 1 } },
    ]);
  });

  it.each([
    ['getUserInfo', 5_000],
    ['share', 30_000],
  ] as const)('ends %s with a timeout after %i ms without an answer', async (method, limitMs) => {
    const { client, onError } = sceneOver(kind);
    const settled = vi.fn();
    const call = (
      method === 'share'
        ? client.call('share', { channels: ['wx'], title: '', description: '', link: '', image: '' }, { popup: true })
        : client.call('getUserInfo', undefined, { popup: true })
    ).then(settled);
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(settled).toHaveBeenCalledWith({ ok: false, error: timeoutError });
    expect(onError).toHaveBeenCalledWith(timeoutError, { popup: true });
  });

  it('drops late, repeated and unknown answers', async () => {
    const { client, answer } = sceneOver(kind);
    const late = client.call('getStatusBarHeight');
    await vi.advanceTimersByTimeAsync(5_000);
    answer({ id: '41', ok: true, data: { height: 1 } });
    expect(await late).toEqual({ ok: false, error: timeoutError });
    const twice = client.call('getStatusBarHeight');
    answer({ id: '42', ok: true, data: { height: 2 } });
    answer({ id: '42', ok: true, data: { height: 3 } });
    answer({ id: '1', ok: true, data: { height: 4 } });
    expect(await twice).toEqual({ ok: true, data: { height: 2 } });
  });

  it('refuses an answer in a wrong form', async () => {
    const { client, answer } = sceneOver(kind);
    const call = client.call('getHomeInfo');
    answer({ id: '41', ok: true, data: { fridges: 'none' } });
    expect(await call).toMatchObject({ ok: false, error: { code: bridgeErrorCode.malformed } });
  });

  it.each([
    undefined,
    null,
    0,
    '',
    'null',
    '{',
    [],
    () => 1,
    { id: {}, ok: true },
    { id: '41' },
    { id: '41', ok: 'yes' },
    { event: 'constructor' },
    { event: 'loginResult', data: 'x' },
    '{"__proto__":{"ok":true}}',
  ])('ignores %j', async (hostile) => {
    const { client, answer } = sceneOver(kind);
    const call = client.call('getStatusBarHeight');
    expect(() => answer(hostile)).not.toThrow();
    answer({ id: '41', ok: true, data: { height: 44 } });
    expect(await call).toEqual({ ok: true, data: { height: 44 } });
  });

  it('calls the listeners for each event', () => {
    const { client, answer } = sceneOver(kind);
    const heard = vi.fn();
    client.listen(heard);
    const login = { event: 'loginResult', data: { success: true, userId: 'u', accessToken: 't' } };
    answer(login);
    answer({ event: 'pageShow' });
    expect(heard.mock.calls).toEqual([[login], [{ event: 'pageShow' }]]);
  });

  it('pauses the limit while a native page covers the web view', async () => {
    const { client, answer } = sceneOver(kind);
    const settled = vi.fn();
    void client.call('choosePhotos', { max: 9 }).then(settled);
    await vi.advanceTimersByTimeAsync(20_000);
    answer({ event: 'pageHide' });
    await vi.advanceTimersByTimeAsync(600_000);
    answer({ event: 'pageShow' });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith({ ok: false, error: timeoutError });
  });

  it('tells after 5 s that the app is slow, not while it covers the web view, and at the end that this is over', async () => {
    const { client, answer } = sceneOver(kind);
    const over = vi.fn();
    const onSlow = vi.fn((ended: AbortSignal) => ended.addEventListener('abort', over));
    const card = { channels: ['wx'], title: '', description: '', link: '', image: '' } as const;
    const call = client.call('share', card, { onSlow });
    await vi.advanceTimersByTimeAsync(4_000);
    answer({ event: 'pageHide' });
    await vi.advanceTimersByTimeAsync(60_000);
    answer({ event: 'pageShow' });
    await vi.advanceTimersByTimeAsync(999);
    expect(onSlow).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect([onSlow.mock.calls.length, over.mock.calls.length]).toEqual([1, 0]);
    answer({ event: 'pageHide' });
    answer({ event: 'pageShow' });
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await call).toEqual({ ok: false, error: timeoutError });
    expect([onSlow.mock.calls.length, over.mock.calls.length]).toEqual([1, 1]);
    const quick = client.call('share', card, { onSlow });
    answer({ id: '42', ok: true, data: {} });
    await quick;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onSlow).toHaveBeenCalledOnce();
  });

  it.each([
    ['when the user uses the page', (use: () => void) => void use(), 0],
    ['after a quarter of an hour', () => {}, 15 * 60_000],
  ])('replaces a lost pageShow %s', async (_, evidence, afterMs) => {
    const { client, answer, use } = sceneOver(kind);
    const shown = vi.fn();
    client.listen(({ event }) => event === 'pageShow' && shown());
    const settled = vi.fn();
    answer({ event: 'pageHide' });
    void client.call('getUserInfo').then(settled);
    evidence(use);
    await vi.advanceTimersByTimeAsync(afterMs);
    use();
    expect(shown).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(settled).toHaveBeenCalledWith({ ok: false, error: timeoutError });
  });

  it("accepts an answer while covered, and starts a call's limit only afterwards", async () => {
    const { client, answer } = sceneOver(kind);
    answer({ event: 'pageHide' });
    answer({ event: 'pageHide' });
    const answered = client.call('getStatusBarHeight');
    const settled = vi.fn();
    void client.call('getUserInfo').then(settled);
    await vi.advanceTimersByTimeAsync(60_000);
    answer({ id: '41', ok: true, data: { height: 44 } });
    expect(await answered).toEqual({ ok: true, data: { height: 44 } });
    answer({ event: 'pageShow' });
    answer({ event: 'pageShow' });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledTimes(1);
  });

  it('does not support a method again that the app has refused as unknown', async () => {
    const { client, answer } = sceneOver(kind);
    expect(client.supports('share')).toBe(true);
    const call = client.call('share', { channels: ['wx'], title: '', description: '', link: '', image: '' });
    answer({ id: '41', ok: false, error: { code: bridgeErrorCode.unsupported, errMessage: 'unknown' } });
    await call;
    expect(client.supports('share')).toBe(false);
    expect(client.supports('login')).toBe(true);
  });
});

function sceneWithout(options: Parameters<typeof fakePage>[0]) {
  const page = fakePage(options);
  const link = createAppLink({ window: page.window, allowedOrigins: [APP] });
  const client = createBridgeClient({
    link,
    onUse: () => {},
    onError: () => {},
  });
  return { page, client };
}

describe('the bridge without a transport', () => {
  it('fails at once in a browser', async () => {
    const { client, page } = sceneWithout({});
    expect(client.supports('share')).toBe(false);
    expect(await client.call('closePage')).toMatchObject({ ok: false, error: { code: bridgeErrorCode.unavailable } });
    const heard = vi.fn();
    client.listen(heard);
    page.window.companion?.receive({
      event: 'loginResult',
      data: { success: true, userId: 'forged', accessToken: 'x' },
    });
    expect(heard).not.toHaveBeenCalled();
  });

  it('keeps calls until a stand-in says hello', async () => {
    const { client, page } = sceneWithout({ framed: true });
    const call = client.call('getStatusBarHeight');
    await vi.advanceTimersByTimeAsync(3_000);
    page.message({ hello: 'CompanionApp/8.1.0' }, APP);
    await vi.advanceTimersByTimeAsync(50);
    expect(page.posted.at(-1)).toEqual({
      message: { id: '41', method: 'getStatusBarHeight', params: {} },
      origin: APP,
    });
    page.message({ id: '41', ok: true, data: { height: 20 } }, APP);
    expect(await call).toEqual({ ok: true, data: { height: 20 } });
  });

  it('ends such a call at its limit when no stand-in appears', async () => {
    const { client } = sceneWithout({ framed: true });
    const call = client.call('getStatusBarHeight');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toMatchObject({ ok: false, error: { code: bridgeErrorCode.unavailable } });
  });

  it('turns a transport that throws into an error', async () => {
    const page = fakePage();
    Object.assign(page.window, {
      companionNative: {
        postMessage: () => {
          throw new Error('gone');
        },
      },
    });
    const link = createAppLink({ window: page.window, allowedOrigins: [] });
    const client = createBridgeClient({
      link,
      onUse: () => {},
      onError: () => {},
    });
    expect(await client.call('closePage')).toMatchObject({ ok: false, error: { code: bridgeErrorCode.unavailable } });
  });
});

it.each([
  ['share:cancel', ''],
  ['用户取消', ''],
  ['TimeOut', ''],
  ['broken', '分享失败'],
  ['', '分享失败'],
])('%j is told as %j', (errMessage, text) => expect(refusalText({ code: 0, errMessage }, '分享失败')).toBe(text));
