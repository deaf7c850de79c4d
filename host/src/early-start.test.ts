// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removePageListeners } from './lib/testing/page-listeners.ts';

removePageListeners();

const origin = 'http://localhost:4171/1.0.0';
const integrity = `sha384-${'A'.repeat(64)}`;
const entry = { rel: 'modulepreload', href: `${origin}/remoteEntry.js`, 'data-remote': 'campaign2023' };
const style = { rel: 'preload', as: 'style', href: `${origin}/style.css`, integrity };
const preloadLinks = {
  '/': [entry, { rel: 'modulepreload', href: `${origin}/home.js` }, style],
  '/open': [entry, style],
};

/** Runs the page's script anew, with this block in the page and at this address. */
async function start({ address = '/', block = JSON.stringify({ registry: null, preloadLinks }) } = {}): Promise<void> {
  window.history.replaceState(null, '', address);
  document.head.innerHTML = `<script type="application/json" id="remotes-registry">${block}</script>`;
  vi.resetModules();
  await import('./early-start.ts');
  document.body.insertAdjacentHTML('beforeend', '<script type="application/json" id="runtime-settings"></script>');
  await Promise.resolve(); // the page's mutations are told
  window.pageParsed?.();
}
const links = () =>
  [...document.head.querySelectorAll('link')].map(({ rel, href, crossOrigin }) => `${rel} ${href} ${crossOrigin}`);
const hidden = (id: string) => document.getElementById(id)?.hasAttribute('hidden');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', vi.fn());
  if (!document.body) document.documentElement.append(document.createElement('body')); // a test removes it
  document.body.innerHTML =
    '<div id="root"></div><div id="boot-failed" hidden>出错了<button id="boot-retry"></button></div><div id="boot-too-old" hidden></div>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const home = [
  `modulepreload ${origin}/remoteEntry.js anonymous`,
  `modulepreload ${origin}/home.js anonymous`,
  `preload ${origin}/style.css anonymous`,
];

it('says so in an engine without dialogs, which are in the floor', async () => {
  vi.stubGlobal('HTMLDialogElement', undefined);
  await start();
  expect(hidden('boot-too-old')).toBe(true);
  window.dispatchEvent(new Event('DOMContentLoaded'));
  vi.advanceTimersByTime(20_000);
  expect([hidden('boot-too-old'), hidden('boot-failed')]).toEqual([false, true]);
});

describe('the links of the page', () => {
  it.each(['/', '/?brand=1', '/#/', '/index.html', '/?from=timeline#/?brand=1'])(
    'are those that the origin computed for %s',
    async (address) => {
      await start({ address });
      expect(links()).toEqual(home);
      const preloaded = document.head.querySelector('link[rel="preload"]');
      expect([preloaded?.getAttribute('as'), preloaded?.getAttribute('integrity')]).toEqual(['style', integrity]);
      const [first] = document.head.querySelectorAll<HTMLLinkElement>('link[data-remote]');
      expect([first?.dataset['remote'], first?.href]).toEqual(['campaign2023', entry.href]);
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['/#/draw', [expect.stringMatching(/^preload .*\/integrity\/abc\.json anonymous$/)]],
    ['/#/prize', [expect.stringContaining('/integrity/abc.json')]],
    ['/#/works', []],
  ])('behind the hash of another remote (%s) are that of its integrity map', async (address, expected) => {
    const answer = async () => new window.Response('{}');
    Object.assign(Reflect.get(window, 'happyDOM').settings.fetch, { interceptor: { beforeAsyncRequest: answer } });
    const draw = { version: '1.0.0', routes: [{ path: '/draw' }, { path: '/prize' }] };
    const remotes = { far: { version: '1.0.0', routes: [{ path: '/works' }] }, draw };
    await start({
      address,
      block: JSON.stringify({ registry: { version: 1, remotes }, integrity: { draw: 'abc' }, preloadLinks }),
    });
    expect(links()).toEqual(expected);
  });

  it('leave the stylesheet to the host in Firefox, where one that hangs would hold up every other request', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' });
    await start();
    expect(links()).toEqual(home.slice(0, 2));
  });

  it('are those of the route behind the #', async () => {
    await start({ address: '/#/open?brand=1' });
    expect(links()).toEqual([home[0], home[2]]);
  });

  it('are none at an address that has none', async () => {
    await start({ address: '/other' });
    expect(links()).toEqual([]);
  });

  it.each(['null', '{"registry":null,"clock":null}', '__REMOTES_REGISTRY__', ''])(
    'are none with %j for a block, and the watch goes on',
    async (block) => {
      await start({ block });
      expect(links()).toEqual([]);
      expect(window.hostReady).toBeTypeOf('function');
    },
  );
});

describe('the watch', () => {
  const draw = () => {
    const root = document.getElementById('root');
    if (root) root.innerHTML = '<header></header>';
  };

  it('says so when the host has not drawn in 18 s, and takes it back when it draws after all', async () => {
    await start();
    vi.advanceTimersByTime(18_000);
    expect(hidden('boot-failed')).toBe(false);
    draw();
    window.hostReady?.(() => undefined);
    expect(hidden('boot-failed')).toBe(true);
  });

  it('takes its messages back when the host draws after all', async () => {
    await start();
    dispatchEvent(new ErrorEvent('error', { error: new SyntaxError('a script that someone put into the page') }));
    expect(hidden('boot-too-old')).toBe(false);
    draw();
    window.hostReady?.(() => undefined);
    expect(hidden('boot-too-old')).toBe(true);
  });

  it.each([
    [
      'replaced the body',
      () => {
        const body = document.createElement('body');
        body.innerHTML = '<p>remote</p>';
        document.body.replaceWith(body);
      },
    ],
    ['emptied the body', () => void (document.body.innerHTML = '')],
    ['emptied the root', () => document.getElementById('root')?.replaceChildren()],
    ['removed the body', () => document.body.remove()],
  ])('goes on: where a remote has %s there is a message with a way out, not a white page', async (_, harm) => {
    await start();
    draw();
    const onEmptied = vi.fn();
    window.hostReady?.(onEmptied);
    vi.advanceTimersByTime(5_000);
    expect(onEmptied).not.toHaveBeenCalled();
    expect(hidden('boot-failed')).toBe(true);
    harm();
    vi.advanceTimersByTime(1_000);
    expect(hidden('boot-failed')).toBe(false);
    expect(document.getElementById('boot-failed')?.textContent).toBe('出错了');
    vi.advanceTimersByTime(5_000);
    expect(onEmptied).toHaveBeenCalledOnce();
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const press = () =>
      document.getElementById('boot-retry')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const onLine = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    press();
    expect(reload).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('online'));
    expect(reload).toHaveBeenCalled();
    reload.mockClear();
    onLine.mockReturnValue(true);
    press();
    expect(reload).toHaveBeenCalled();
  });

  it('says so at once when the boot itself gives up', async () => {
    await start();
    window.hostFailed?.();
    expect(hidden('boot-failed')).toBe(false);
  });
});

describe('the markup of the first screen', () => {
  const markup = (inside: string) =>
    document.body.insertAdjacentHTML('afterbegin', `<div id="first-screen"><header></header>${inside}</div>`);
  const show = (property: string) => document.documentElement.style.getPropertyValue(property);
  const click = (selector: string, options: MouseEventInit = {}) =>
    document
      .querySelector(selector)
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }));
  beforeEach(() => document.documentElement.removeAttribute('style'));

  it.each([
    ['/#/open', 'none'],
    ['/open#/', 'none'],
    ['/#/', ''],
    ['/#/?brand=0', ''],
    ['/#/?brand=1', 'none'],
    ['/?brand=1', ''],
    ['/open#tips', ''],
  ])('at %s is shown by display: %j', async (address, display) => {
    document.documentElement.dataset['skin'] = '0';
    markup('');
    await start({ address });
    expect([show('--first-screen'), document.getElementById('first-screen') === null]).toEqual([
      display,
      display === 'none',
    ]);
  });

  it.each([
    ['Mozilla/5.0 CompanionApp/8.1.0', '44px'],
    ['Mozilla/5.0', '0px'],
  ])('has room for the status bar of %s', async (userAgent, height) => {
    vi.stubGlobal('navigator', { userAgent });
    await start();
    expect(show('--status-bar-height')).toBe(height);
  });

  it('answers a tap at once, then says that it waits; the latest counts', async () => {
    markup('<button data-action="a"><i></i></button><button data-action="b"></button>');
    await start();
    const states = () =>
      [...document.querySelectorAll('[data-action]')].map((button) => [
        button.hasAttribute('data-pressed'),
        button.getAttribute('aria-busy'),
      ]);
    click('i');
    expect(states()).toEqual([
      [true, null],
      [false, null],
    ]);
    vi.advanceTimersByTime(150);
    click('[data-action=b]');
    vi.advanceTimersByTime(150);
    expect(states()).toEqual([
      [false, null],
      [true, 'true'],
    ]);
  });

  const address = '/?brand=1&id=7&phone=13900002001&wxToken=t&comeFrom=card';
  it.each([
    ['a tap keeps what a reload would', {}, false, '/open?phone=13900002001&wxToken=t&brand=1&comeFrom=card&x=2'],
    ['a new tab gets nothing personal', { ctrlKey: true }, false, '/open?brand=1&comeFrom=card&x=2'],
    ['nor does the host, which has it', {}, true, '/open?brand=1&comeFrom=card&x=2'],
  ])('has links that carry the context: %s', async (_, keys, isReady, expected) => {
    markup('<a href="/open?x=2"><b></b></a>');
    await start({ address });
    if (isReady) window.hostReady?.(() => undefined);
    document.addEventListener('click', (event) => event.preventDefault(), true); // happy-dom would be there by now
    click('b', keys);
    click('b', keys); // once more changes nothing
    expect(document.querySelector('a')?.getAttribute('href')).toBe(expected);
  });
});
