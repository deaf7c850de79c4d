// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { integrityPath, MAP_HASH_LENGTH, releaseText } from '@fridge/shared-contracts/page';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removePageListeners } from './lib/testing/page-listeners.ts';

removePageListeners();

const importActivity = vi.fn((_remote: object): Promise<unknown> => Promise.reject(new Error('not there')));
vi.mock('./federation/federation.ts', () => ({ createFederation: () => ({ importActivity }) }));

const ENTRY = 'https://draw.example/1/remoteEntry.js';
const MODULES = [ENTRY, 'https://draw.example/1/a.js'];
const marks = { 'data-remote': 'draw', 'data-runtime-free': '' };
const links = MODULES.map((href) => ({ rel: 'modulepreload', href, ...(href === ENTRY && marks) }));
const pageOf = (data: object) =>
  `<script type="application/json" id="runtime-settings">{"own":1}</script><script type="application/json" id="remotes-registry">${JSON.stringify(data)}</script>`;
const page = { registry: {}, preloadLinks: { '/': links, '/yearReport': links } };
/** Runs the script, and what it does at once. */
async function start() {
  const script = await import('./start-remote.ts');
  await new Promise((resolve) => setTimeout(resolve));
  return script;
}

beforeEach(() => {
  vi.resetModules();
  importActivity.mockClear();
  document.head.innerHTML = pageOf(page);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

it('starts the entry that the page has asked for, and leaves a failure to whoever needs it', async () => {
  const { federation } = await start();
  expect(importActivity.mock.calls).toEqual([[{ name: 'draw', entry: ENTRY }]]);
  await expect(federation.importActivity({ name: 'draw', entry: ENTRY })).rejects.toThrow('not there');
});

it('covers the remote of a hash link by its map, preloads it, and then starts it', async () => {
  const hashes = Object.fromEntries(MODULES.map((href) => [href, `sha384-${href}`]));
  const order: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    order.push(address);
    return new Response(text);
  });
  vi.stubGlobal('navigator', { userAgent: 'Chrome/156.0.0.0' });
  importActivity.mockImplementationOnce(async () => {
    const added = [...document.head.querySelectorAll('script[type="importmap"], link[rel="modulepreload"]')];
    order.push(...added.map((element) => element.getAttribute('href') ?? 'map'));
  });
  const [entryFile = '', ...files] = MODULES.map((href) => href.replace('https://draw.example/1/', ''));
  const described = {
    entry: ENTRY,
    runtimeFree: true,
    routes: [{ path: '/draw', scripts: [entryFile, ...files] }],
    styles: [{ file: 'style.css', integrity: 'sha384-style' }],
  };
  const text = releaseText(JSON.stringify({ integrity: hashes }), described);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, MAP_HASH_LENGTH);
  const registry = { version: 1, remotes: { draw: { version: '1.0.0', routes: [{ path: '/draw' }] } } };
  const data = { registry, integrity: { draw: hash }, preloadLinks: {} };
  window.history.replaceState(null, '', '/#/draw');
  document.head.innerHTML = pageOf(data);
  await start();
  await vi.waitFor(() => expect(importActivity.mock.calls).toEqual([[{ name: 'draw', entry: ENTRY }]]));
  expect(order).toEqual([integrityPath([hash]), 'map', ...MODULES]);
  expect(document.head.querySelector('link[as="style"]')?.getAttribute('integrity')).toBe('sha384-style');
});

it('starts nothing where the page asks for no remote', async () => {
  document.head.innerHTML = pageOf({ registry: {}, preloadLinks: { '/draw': links } });
  await start();
  document.head.innerHTML = '';
  vi.resetModules();
  await start();
  expect(importActivity).not.toHaveBeenCalled();
});

it('leaves a container that needs the federation runtime to the host', async () => {
  const [entry, ...rest] = links;
  const needing = [{ ...entry, 'data-runtime-free': undefined }, ...rest];
  document.head.innerHTML = pageOf({ registry: {}, preloadLinks: { '/': needing } });
  await start();
  expect(importActivity).not.toHaveBeenCalled();
});

it.each(['/yearReport?wxToken=t', '/?brand=1&at=t', '/#/yearReport?userId=u&wxToken=t', 'a token of the page before'])(
  'leaves the start to the host where a remote could read %s',
  async (address) => {
    if (address.startsWith('/')) window.history.replaceState(null, '', address);
    else sessionStorage.setItem('tokens-of-reload', '{"wxToken":"t"}');
    await start();
    expect(importActivity).not.toHaveBeenCalled();
  },
);

it('takes what the host needs of the page before a remote runs, which then changes none of it', async () => {
  const own = vi.fn(async () => new Response());
  vi.stubGlobal('fetch', own);
  const patched = vi.fn();
  importActivity.mockImplementationOnce(async () => {
    document.head.innerHTML = pageOf({ registry: { version: 9 } }).replace('{"own":1}', '{"own":2}');
    vi.stubGlobal('fetch', patched);
  });
  await start();
  const { capturedPage } = await import('./captured-page.ts');
  expect([capturedPage.settingsText, capturedPage.registryText]).toEqual(['{"own":1}', JSON.stringify(page)]);
  await capturedPage.fetch('/');
  expect([own.mock.calls.length, patched.mock.calls.length]).toEqual([1, 0]);
});

it('keeps what carries the authorization header as it was before a remote patches it', async () => {
  const own = { open: vi.fn(), setRequestHeader: vi.fn() };
  const seen = vi.fn();
  const request = function () {};
  Object.assign(request.prototype, own);
  vi.stubGlobal('XMLHttpRequest', request);
  importActivity.mockImplementationOnce(async () => {
    Object.assign(request.prototype, { open: seen, setRequestHeader: seen });
    vi.stubGlobal('XMLHttpRequest', seen);
  });
  await start();
  const upload = (await import('./captured-page.ts')).capturedPage.createXhr();
  upload.open('POST', '/upload');
  upload.setRequestHeader('authorization', 'secret');
  expect([seen.mock.calls, own.open.mock.calls, own.setRequestHeader.mock.calls]).toEqual([
    [],
    [['POST', '/upload']],
    [['authorization', 'secret']],
  ]);
});

it.each([true, false])('goes on when a remote gives every object a property (enumerable: %j)', async (enumerable) => {
  const pollute = vi.fn(() =>
    Reflect.defineProperty(Object.prototype, 'key', { value: 'x', enumerable, configurable: true }),
  );
  importActivity.mockImplementationOnce(async () => void pollute());
  await start();
  const { createPageHistory } = await import('./shell/history.ts');
  const history = createPageHistory(window, null);
  history.navigate('push', '/draw', {});
  const { key } = history.entry();
  history.navigate('push', '/prize', {});
  expect([pollute.mock.calls.length, history.entry().pathname, history.entry().key === key]).toEqual([
    1,
    '/prize',
    false,
  ]);
});

it('completes an older engine before a remote runs', async () => {
  const { hasOwn } = Object;
  delete (Object as { hasOwn?: unknown }).hasOwn;
  const seen = vi.fn();
  importActivity.mockImplementationOnce(async () => seen(typeof Object.hasOwn));
  await start();
  Object.hasOwn = hasOwn;
  expect(seen).toHaveBeenCalledWith('function');
});
