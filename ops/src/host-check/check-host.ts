import { createHostOrigin } from '@fridge/server/host-origin/host-origin';
import { servedContent } from '@fridge/server/releases/registry/served-registry';
import { findBrowser } from '@fridge/remote-kit/check/find-browser';
import type { Browser } from 'playwright-core';
import { openRoute } from './open-route.ts';
import { type LiveRelease, type LiveSite, readLiveSite } from './read-live-releases.ts';

/** Of one release. `faults`: by the path of the route; `null`: it wasn't opened. */
export type Checked = LiveRelease & { opened: number | null; faults: readonly { path: string; why: string }[] };

export type HostCheck = { checked: readonly Checked[]; without: LiveSite['without'] };

export type HostCheckOptions = {
  /** The host's build. */
  folder: string;
  /** Only these; none: all. */
  remotes: readonly string[];
  env: NodeJS.ProcessEnv;
  progress: (text: string) => void;
};

/** For all of it. What isn't opened by then isn't. */
const LIMIT_MS = 10 * 60_000;

/** Pages at a time. */
const AT_ONCE = 3;

const LAUNCH_LIMIT_MS = 30_000;

/**
 * Opens every live release of a site in this host, in a browser, before the host is deployed there.
 * @throws with what to do, when the site can't be read, or there is no browser
 */
export async function checkHost(
  site: string,
  { folder, remotes, env, progress }: HostCheckOptions,
): Promise<HostCheck> {
  const executablePath = findBrowser(env);
  const { settings, releases, without } = await readLiveSite(site);
  const isWanted = ({ name }: { name: string }) => remotes.length === 0 || remotes.includes(name);
  const known = [...new Set([...releases, ...without].map(({ name }) => name))];
  const unknown = remotes.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`${site} has no remote ${unknown.join(', ')}. There: ${known.join(', ')}.`);

  const { chromium } = await import('playwright-core');
  // The page at the site's address comes from here, so that the browser doesn't know what network it is of.
  const features = '--disable-features=LocalNetworkAccessChecks';
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', features];
  const browser = await chromium.launch({ executablePath, timeout: LAUNCH_LIMIT_MS, args });
  const limit = setTimeout(() => void browser.close().catch(() => undefined), LIMIT_MS);
  try {
    const checked: Checked[] = [];
    for (const release of releases.filter(isWanted)) {
      const result = await openRelease({ browser, site, folder, env }, { settings, releases }, release);
      progress(`${release.name} ${release.entry.version}: ${result.opened ?? 0} of ${release.entry.routes.length}`);
      checked.push(result);
    }
    return { checked, without: without.filter(isWanted) };
  } finally {
    clearTimeout(limit);
    await browser.close().catch(() => undefined);
  }
}

async function openRelease(
  { browser, site, folder, env }: Pick<HostCheckOptions, 'folder' | 'env'> & { browser: Browser; site: string },
  { settings, releases }: Pick<LiveSite, 'settings' | 'releases'>,
  release: LiveRelease,
): Promise<Checked> {
  const { name, entry } = release;
  if (!entry.enabled) return { ...release, opened: null, faults: [] };
  const stable = releases.filter(({ share }) => share === 'stable').map((each) => [each.name, each.entry] as const);
  const content = servedContent({ version: 1, remotes: { ...Object.fromEntries(stable), [name]: entry } });
  const open = Object.fromEntries(Object.keys(settings.windows).map((each) => [each, { start: null, end: null }]));
  const tracking = { enabled: true, endpoint: `${settings.apiBase}/track`, analytics: null };
  const own = { ...settings, windows: open, tracking, allowedOrigins: [] };
  const host = createHostOrigin({
    folder,
    settings: { current: () => own },
    registry: { current: () => content },
    clock: { real: Date.now, business: Date.now },
    pageIdKey: 'none of these pages counts',
  });
  const api = new URL(settings.apiBase).origin;
  const opening = { browser, site, api, host, ignoreCertificates: (env['NODE_EXTRA_CA_CERTS'] ?? '') !== '' };
  const faults: { path: string; why: string }[] = [];
  const waiting = entry.routes.values();
  const openNext = async () => {
    for (const { path } of waiting) {
      const why = browser.isConnected()
        ? await openRoute(opening, name, entry.entry, path)
        : 'not opened: the time was over';
      if (why !== 'open') faults.push({ path, why });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  await host.close();
  return { ...release, opened: entry.routes.length - faults.length, faults };
}
