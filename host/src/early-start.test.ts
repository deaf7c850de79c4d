// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const remote = { enabled: true, entry: 'http://localhost:4171/1.0.0/remoteEntry.js', routes: [{ path: '/', scripts: ['assets/home.js'] }] };

/** Runs the page's script anew, on a registry. */
async function start(remotes: Record<string, unknown>): Promise<void> {
  vi.resetModules();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ version: 1, remotes })));
  await import('./early-start.ts');
  await window.earlyRegistry;
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const links = () => [...document.head.querySelectorAll('link')].map((link) => link.href);
const hidden = (id: string) => document.getElementById(id)?.hasAttribute('hidden');

beforeEach(() => {
  document.head.innerHTML = '<script type="application/json" id="runtime-settings">{"remoteOrigins":["http://localhost:4171"]}</script>';
  document.body.innerHTML = '<div id="root"></div><div id="boot-failed" hidden></div><div id="boot-too-old" hidden></div>';
});
afterEach(() => {
  window.hostReady?.();
  vi.unstubAllGlobals();
});

describe('the early start', () => {
  it("asks for the whole graph of the address's remote", async () => {
    await start({ campaign2023: remote });
    expect(links()).toEqual([remote.entry, 'http://localhost:4171/1.0.0/assets/home.js']);
  });

  it.each([
    ['is switched off', { enabled: false }],
    ['is built for the next major contract', { contract: '2.0' }],
    ['needs a minor contract that this host does not know', { contract: '1.1' }],
    ['names no contract a host could read', { contract: 'soon' }],
    ['comes from an origin that is not on the list', { entry: 'http://localhost:9/remoteEntry.js' }],
    ['has no address', { entry: 'remoteEntry.js' }],
    ['owns another path', { routes: ['/other'] }],
  ])('fetches nothing of a remote that %s', async (_, change) => {
    await start({ campaign2023: { ...remote, ...change } });
    expect(links()).toEqual([]);
  });

  it('takes its messages back when the host draws after all', async () => {
    await start({});
    dispatchEvent(new ErrorEvent('error', { error: new SyntaxError('a script that someone put into the page') }));
    document.getElementById('boot-failed')?.removeAttribute('hidden');
    expect(hidden('boot-too-old')).toBe(false);
    window.hostReady?.();
    expect([hidden('boot-failed'), hidden('boot-too-old')]).toEqual([true, true]);
  });
});
