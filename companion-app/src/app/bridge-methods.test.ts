import { bridgeTable, bridgeMethods } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppState, initialState, type Session } from './app-state.ts';
import { createMethods, readParams } from './bridge-methods.ts';

const someone: Session = {
  userId: 'someone',
  nickName: '小林',
  headImgUrl: '',
  mobile: '13800000000',
  accessToken: 'token',
  home: { homeId: 'home', fridges: [] },
};
const card = { title: 't', description: 'd', link: 'http://localhost:4170/share', image: '' };
const VIEW = 1;

function stage(session: Session | null) {
  const state: AppState = { ...initialState, session };
  const sent: unknown[] = [];
  const close = vi.fn();
  const openSecond = vi.fn();
  const addShare = vi.fn();
  const pages = {
    login: vi.fn(() => Promise.resolve<Session | null>(someone)),
    addDevice: vi.fn(() => Promise.resolve(true)),
    photos: vi.fn(() => Promise.resolve([{ name: 'a.jpg', type: 'image/jpeg', base64: 'AA==' }])),
    share: vi.fn(() => Promise.resolve<'wx' | 'wxTimeline' | null>('wxTimeline')),
  };
  const methods = createMethods({
    state: () => state,
    hostUrl: 'http://localhost:4170/',
    readHome: () => Promise.resolve(session?.home ?? { homeId: '', fridges: [] }),
    cloud: {
      households: vi.fn(),
      login: vi.fn(),
      profile: vi.fn(),
      home: vi.fn(),
      addDevice: vi.fn(),
      request: (path, body, user) => Promise.resolve({ path, body, user: user.userId }),
    },
    views: { openMain: vi.fn(), openSecond, close, closeAll: vi.fn(), reload: vi.fn(), setNativeHeader: vi.fn() },
    pages,
    sendLoginResult: (result) => sent.push(result),
    sendVisibility: (_view, event) => sent.push(event),
    addShare,
  });
  const call = async (method: keyof typeof methods, params?: unknown) => methods[method](params, VIEW);
  return { call, sent, pages, close, openSecond, addShare };
}

describe('bridge methods', () => {
  let scene: ReturnType<typeof stage>;
  beforeEach(() => {
    scene = stage(someone);
  });

  it.each(bridgeMethods)('%s answers in the shape of the contract', async (method) => {
    const params = {
      choosePhotos: { max: 9 },
      share: { ...card, channels: ['wx'] },
      openWebView: { url: '/share' },
      cloudRequest: { path: 'user' },
      setHeader: { visible: true },
    };
    const answer = await scene.call(method, method in params ? params[method as keyof typeof params] : undefined); // `in` has just said so
    expect(v.safeParse(bridgeTable[method].answer, answer).issues).toBeUndefined();
  });

  it('gives an empty user and home when nobody is logged in', async () => {
    scene = stage(null);
    expect(await scene.call('getUserInfo')).toEqual({
      userId: '',
      accessToken: '',
      nickName: '',
      headImgUrl: '',
      mobile: '',
    });
    expect(await scene.call('getHomeInfo')).toEqual({ homeId: '', fridges: [] });
  });

  it.each(['addDevice', 'cloudRequest'] as const)('refuses %s when nobody is logged in', async (method) => {
    await expect(stage(null).call(method, { path: 'user' })).rejects.toMatchObject({ code: 401 });
  });

  it('sends the login’s result before the answer, and covers the page meanwhile', async () => {
    await scene.call('login');
    expect(scene.sent).toEqual(['pageHide', { success: true, userId: 'someone', accessToken: 'token' }, 'pageShow']);
  });

  it.each([
    ['choosePhotos', { max: 9 }],
    ['share', { ...card, channels: ['wx'] }],
    ['addDevice', undefined],
  ] as const)('covers the page while %s has its own', async (method, params) => {
    await scene.call(method, params);
    expect(scene.sent).toEqual(['pageHide', 'pageShow']);
  });

  it('uncovers the page when its own page fails', async () => {
    scene.pages.photos.mockRejectedValue(new Error('no album'));
    await expect(scene.call('choosePhotos', { max: 1 })).rejects.toThrow('no album');
    expect(scene.sent).toEqual(['pageHide', 'pageShow']);
  });

  it('sends a failed result for a cancelled login', async () => {
    scene.pages.login.mockResolvedValue(null);
    await scene.call('login');
    expect(scene.sent).toContainEqual({ success: false, userId: '', accessToken: '' });
  });

  it('answers the channel of a share and keeps the card; when cancelled, neither', async () => {
    const params = { ...card, channels: ['wx', 'wxTimeline'] };
    expect(await scene.call('share', params)).toEqual({ channel: 'wxTimeline' });
    expect(scene.addShare).toHaveBeenCalledExactlyOnceWith('wxTimeline', card);
    scene.pages.share.mockResolvedValue(null);
    expect(await scene.call('share', params)).toEqual({});
    expect(scene.addShare).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['https://shop.example/', 'https://shop.example/'],
    ['/share', 'http://localhost:4170/share'],
  ])('opens %s', async (url, address) => {
    await scene.call('openWebView', { url, title: 'x' });
    expect(scene.openSecond).toHaveBeenCalledExactlyOnceWith(address, 'x');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://['])('opens no %s', async (url) => {
    await expect(scene.call('openWebView', { url })).rejects.toMatchObject({ code: 400 });
    expect(scene.openSecond).not.toHaveBeenCalled();
  });

  it('closes the page after its answer', async () => {
    vi.useFakeTimers();
    await scene.call('closePage');
    expect(scene.close).not.toHaveBeenCalled();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(scene.close).toHaveBeenCalledExactlyOnceWith(VIEW);
  });
});

const share = { channels: ['wx'], title: 't', description: 'd', link: 'http://h/share', image: '' };

describe('readParams', () => {
  it.each([
    ['choosePhotos', { max: 1 }],
    ['choosePhotos', { max: 9 }],
    ['share', share],
    ['openWebView', { url: 'http://h/', title: '' }],
    ['cloudRequest', { path: 'user/info', body: { a: 1 } }],
    ['setHeader', { visible: false }],
  ] as const)('%s takes %j', (method, params) => expect(readParams(method, params)).toEqual(params));

  it.each([
    ['choosePhotos', { max: 0 }, 'choosePhotos: max'],
    ['choosePhotos', { max: 10 }, 'choosePhotos: max'],
    ['choosePhotos', { max: 1.5 }, 'choosePhotos: max'],
    ['choosePhotos', undefined, 'choosePhotos: params'],
    ['share', { ...share, channels: [] }, 'share: channels'],
    ['share', { ...share, channels: ['sms'] }, 'share: channels.0'],
    ['share', { ...share, link: '' }, 'share: link'],
    ['openWebView', { title: 'x' }, 'openWebView: url'],
    ['setHeader', { visible: 'no' }, 'setHeader: visible'],
  ] as const)('%s refuses %j', (method, params, named) => expect(() => readParams(method, params)).toThrow(named));
});
