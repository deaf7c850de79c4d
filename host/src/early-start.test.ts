// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const origin = 'http://localhost:4171';
const integrity = `sha384-${'A'.repeat(64)}`;
const remote = {
  enabled: true,
  entry: `${origin}/1.0.0/remoteEntry.js`,
  contract: '3.0',
  routes: [{ path: '/', window: 'campaign2023', scripts: ['remoteEntry.js', 'assets/home.js'] }, { path: '/open', scripts: [] }],
  styles: [{ file: 'assets/style.css', integrity, bytes: 1 }],
};
const settings = { remoteOrigins: [origin], windows: { campaign2023: { start: '2023-07-17T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' } } };
const DURING = Date.parse('2023-08-01T10:00:00+08:00');

/** Runs the page's script anew, with these blocks in the page and at this address. */
async function start(remotes: unknown, { address = '/', business = DURING, block }: { address?: string; business?: number | null; block?: string } = {}): Promise<void> {
  window.history.replaceState(null, '', address);
  const registry = block ?? JSON.stringify({ registry: { version: 1, remotes }, clock: { real: 0, business } });
  document.head.innerHTML = `<script type="application/json" id="runtime-settings">${JSON.stringify(settings)}</script>
    <script type="application/json" id="remotes-registry">${registry}</script>`;
  vi.resetModules();
  await import('./early-start.ts');
}
const links = () => [...document.head.querySelectorAll('link')].map(({ rel, href, crossOrigin }) => `${rel} ${href} ${crossOrigin}`);
const hidden = (id: string) => document.getElementById(id)?.hasAttribute('hidden');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', vi.fn());
  document.body.innerHTML = '<div id="root"></div><div id="boot-failed" hidden>出错了<button id="boot-retry"></button></div><div id="boot-too-old" hidden></div>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const everything = [
  `modulepreload ${remote.entry} anonymous`,
  `modulepreload ${origin}/1.0.0/assets/home.js anonymous`,
  `preload ${origin}/1.0.0/assets/style.css anonymous`,
];

describe('the early start', () => {
  it.each(['/', '/?brand=1', '/#/', '/index.html', '/?from=timeline#/?brand=1'])('asks at once for the whole graph of the remote that owns %s', async (address) => {
    await start({ campaign2023: remote }, { address });
    expect(links()).toEqual(everything);
    const style = document.head.querySelector('link[rel="preload"]');
    expect([style?.getAttribute('as'), style?.getAttribute('integrity')]).toEqual(['style', integrity]);
    expect([...document.head.querySelectorAll<HTMLLinkElement>('link[data-remote]')].map(({ href, dataset }) => [dataset['remote'], href])).toEqual([['campaign2023', remote.entry]]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('leaves the stylesheet to the host in Firefox, where one that hangs would hold up every other request', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' });
    await start({ campaign2023: remote });
    expect(links()).toEqual(everything.slice(0, 2));
  });

  it('knows a hash link for the route that it means', async () => {
    await start({ campaign2023: remote }, { address: '/#/open?brand=1' });
    expect(links()).toEqual([everything[0], everything[2]]);
  });

  it('takes a route that is a bare path, and a release that says nothing of its contract', async () => {
    await start({ campaign2023: { enabled: true, entry: remote.entry, routes: ['/'] } });
    expect(links()).toEqual([everything[0]]);
  });

  it.each([
    ['is switched off', { enabled: false }],
    ['is built for an earlier contract', { contract: '1.1' }],
    ['is built for the next major contract', { contract: '4.0' }],
    ['needs a minor contract that this host does not know', { contract: '3.1' }],
    ['names no contract a host could read', { contract: 'soon' }],
    ['comes from an origin that is not on the list', { entry: 'http://localhost:9/remoteEntry.js' }],
    ['has no address', { entry: 'remoteEntry.js' }],
    ['owns another path', { routes: ['/other'] }],
    ['has routes that are none', { routes: 7 }],
  ])('asks for nothing of a remote that %s', async (_, change) => {
    await start({ campaign2023: { ...remote, ...change } });
    expect(links()).toEqual([]);
  });

  it.each([
    ['2023-07-17T08:59:59.999+08:00', false],
    ['2023-07-17T09:00:00+08:00', true],
    ['2023-08-31T23:59:59.999+08:00', true],
    ['2023-09-01T00:00:00+08:00', false],
  ])('at %s the activity is open: %s', async (moment, open) => {
    await start({ campaign2023: remote }, { business: Date.parse(moment) });
    expect(links()).toHaveLength(open ? 3 : 0);
  });

  it('leaves the period to the host where the clock is not known', async () => {
    await start({ campaign2023: remote }, { business: null });
    expect(links()).toEqual(everything);
  });

  it.each(['null', '{"registry":null,"clock":null}', '__REMOTES_REGISTRY__', ''])('asks for nothing with %j for a block, and goes on watching', async (block) => {
    await start({}, { block });
    expect(links()).toEqual([]);
    expect(window.hostReady).toBeTypeOf('function');
  });
});

describe('the watch', () => {
  const draw = () => {
    const root = document.getElementById('root');
    if (root) root.innerHTML = '<header></header>';
  };

  it('says so when the host has not drawn in 18 s, and takes it back when it draws after all', async () => {
    await start({});
    vi.advanceTimersByTime(18_000);
    expect(hidden('boot-failed')).toBe(false);
    draw();
    window.hostReady?.(() => undefined);
    expect(hidden('boot-failed')).toBe(true);
  });

  it('takes its messages back when the host draws after all', async () => {
    await start({});
    dispatchEvent(new ErrorEvent('error', { error: new SyntaxError('a script that someone put into the page') }));
    expect(hidden('boot-too-old')).toBe(false);
    draw();
    window.hostReady?.(() => undefined);
    expect(hidden('boot-too-old')).toBe(true);
  });

  it.each([
    ['replaced the body', () => {
      const body = document.createElement('body');
      body.innerHTML = '<p>remote</p>';
      document.body.replaceWith(body);
    }],
    ['emptied the body', () => void (document.body.innerHTML = '')],
    ['emptied the root', () => document.getElementById('root')?.replaceChildren()],
    ['removed the body', () => document.body.remove()],
  ])('goes on: where a remote has %s there is a message with a way out, not a white page', async (_, harm) => {
    await start({});
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
    const press = () => document.getElementById('boot-retry')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
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
    await start({});
    window.hostFailed?.();
    expect(hidden('boot-failed')).toBe(false);
  });
});
