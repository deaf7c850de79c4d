/**
 * Runs inside the page, before any module: compiled by itself, put into index.html and allowed by its hash. From the
 * page's own data blocks it knows which remote owns the address and asks for the whole of its graph beside the host's.
 * It decides nothing: the host checks everything again before it mounts.
 * It also watches, for as long as the page is open: a page on which nothing is drawn shows a plain message with a
 * button instead of nothing.
 */
import { contractText } from '@fridge/shared-contracts';
import { compatibility, readAddress, REGISTRY_ELEMENT_ID, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/host';
import { holdsBackForStyles } from './lib/holds-back-for-styles.ts';

declare global {
  interface Window {
    /** Called by the boot once the app has drawn; `onEmptied` is told, once, when what it drew is gone. */
    hostReady?: ((onEmptied: () => void) => void) | undefined;
    /** Called by the boot where it can't draw: shows the plain message. */
    hostFailed?: (() => void) | undefined;
  }
}

/** So long the host has to draw for the first time, milliseconds. */
const HOST_LIMIT_MS = 18_000;
/** After that, so often the page is looked at: a remote may have emptied it. */
const WATCH_MS = 1_000;

/** The blocks as they come: whatever isn't as expected leads to nothing being asked for. */
type Loose = { readonly [name: string]: Loose | undefined };

try {
  preloadRoute();
} catch {
  // Without the blocks there is nothing to ask for ahead of time.
}
watch();

function preloadRoute(): void {
  const settings = block(SETTINGS_ELEMENT_ID);
  const { registry, clock } = block(REGISTRY_ELEMENT_ID);
  const { path } = readAddress(location);
  for (const [name, remote] of Object.entries(registry?.['remotes'] ?? {}) as [string, Loose][]) {
    const route = list(remote['routes']).find((candidate) => (candidate['path'] ?? candidate) === (path as unknown));
    const entry = String(remote['entry']);
    if (!route || String(remote['enabled']) !== 'true') continue;
    if (compatibility(String(remote['contract'] ?? contractText)) !== 'fits') return;
    if (!list(settings['remoteOrigins']).map(String).includes(new URL(entry).origin)) return;
    if (!isOpen(settings['windows']?.[String(route['window'])], Number(clock?.['business'] ?? NaN))) return;
    const absolute = (file: unknown) => new URL(String(file), new URL('.', entry)).href;
    addLink({ rel: 'modulepreload', href: entry, 'data-remote': name }); // for start-container.ts
    for (const href of new Set(list(route['scripts']).map(absolute))) if (href !== entry) addLink({ rel: 'modulepreload', href });
    if (holdsBackForStyles(navigator)) return; // the host asks for them
    for (const { file, integrity } of list(remote['styles'])) addLink({ rel: 'preload', as: 'style', href: absolute(file), integrity: String(integrity) });
    return;
  }
}

/** As `windowStateOf` has it; a bound that can't be compared, or no clock, counts as open: the host decides. */
function isOpen(period: Loose | undefined, now: number): boolean {
  return !(now < Date.parse(String(period?.['start'])) || now >= Date.parse(String(period?.['end'])) + 1000);
}

function block(id: string): Loose {
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}');
}

function list(value: unknown): Loose[] {
  return Array.isArray(value) ? value : [];
}

function addLink(attributes: Record<string, string>): void {
  const link = document.createElement('link');
  link.crossOrigin = 'anonymous';
  for (const name of Object.keys(attributes)) link.setAttribute(name, String(attributes[name]));
  document.head.appendChild(link);
}

function isEmpty(): boolean {
  return !document.getElementById('root')?.childElementCount;
}

function watch(): void {
  let message: Node | undefined;
  const showFailure = () => {
    const standing = document.getElementById('boot-failed') ?? message;
    if (!standing) return;
    if (!standing.isConnected) {
      if (!document.body) document.documentElement.appendChild(document.createElement('body'));
      document.body.appendChild(standing);
    }
    (standing as Element).removeAttribute('hidden'); // it was found by its id, or is a copy of what was
  };
  const timer = setTimeout(() => {
    if (isEmpty()) showFailure();
  }, HOST_LIMIT_MS);

  window.hostFailed = showFailure;
  window.hostReady = (onEmptied) => {
    clearTimeout(timer);
    let told = false;
    const failed = document.getElementById('boot-failed');
    failed?.setAttribute('hidden', '');
    document.getElementById('boot-too-old')?.setAttribute('hidden', '');
    message = failed?.cloneNode(true);
    setInterval(() => {
      if (!isEmpty()) return;
      showFailure();
      if (!told) onEmptied();
      told = true;
    }, WATCH_MS);
  };
  addEventListener(
    'error',
    ({ target, error }: ErrorEvent) => {
      if (!isEmpty()) return;
      if (target instanceof HTMLScriptElement) showFailure();
      else if (error instanceof SyntaxError) document.getElementById('boot-too-old')?.removeAttribute('hidden');
    },
    true,
  );
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.id !== 'boot-retry') return;
    // Offline, a reload would leave nothing but the browser's own error page.
    if (navigator.onLine === false) addEventListener('online', () => location.reload(), { once: true });
    else location.reload();
  });
}
