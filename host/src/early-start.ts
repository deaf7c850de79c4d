/**
 * Runs inside the page, before any module: compiled by itself, put into index.html and allowed by its hash. It adds the
 * links that the origin computed for the address (`ops/src/origins/links-ahead.ts`), so that the remote's files are
 * asked for beside the host's. The host checks everything again before it mounts.
 * It also watches, as long as the page is open: a page on which nothing is drawn shows a plain message with a button.
 */
import { type EmbeddedRegistry, readAddress, REGISTRY_ELEMENT_ID } from '@fridge/shared-contracts/host';
import { holdsBackForStyles } from './lib/holds-back-for-styles.ts';

declare global {
  interface Window {
    /** Called by the boot once the app has drawn; `onEmptied` is called once when what it drew is gone. */
    hostReady?: ((onEmptied: () => void) => void) | undefined;
    /** Called by the boot where it can't draw: shows the plain message. */
    hostFailed?: (() => void) | undefined;
  }
}

/** How long the host may take to draw for the first time, milliseconds. */
const HOST_LIMIT_MS = 18_000;
/** After that, how often the page is checked: a remote may have emptied it. */
const WATCH_MS = 1_000;

try {
  addLinks();
} catch {
  // Without the block there is nothing to ask for ahead of time.
}
watch();

function addLinks(): void {
  const { ahead }: EmbeddedRegistry = JSON.parse(document.getElementById(REGISTRY_ELEMENT_ID)?.textContent ?? '');
  for (const attributes of ahead[readAddress(location).path] ?? []) {
    if (attributes['as'] === 'style' && holdsBackForStyles(navigator)) continue; // the host asks for it
    const link = document.createElement('link');
    link.crossOrigin = 'anonymous';
    for (const name of Object.keys(attributes)) link.setAttribute(name, String(attributes[name]));
    document.head.appendChild(link);
  }
}

function isEmpty(): boolean {
  return !document.getElementById('root')?.childElementCount;
}

function watch(): void {
  let message: Node | undefined;
  const showFailure = () => {
    const shown = document.getElementById('boot-failed') ?? message;
    if (!shown) return;
    if (!shown.isConnected) {
      if (!document.body) document.documentElement.appendChild(document.createElement('body'));
      document.body.appendChild(shown);
    }
    (shown as Element).removeAttribute('hidden'); // it was found by its id, or is a copy of what was
  };
  const timer = setTimeout(() => {
    if (isEmpty()) showFailure();
  }, HOST_LIMIT_MS);

  window.hostFailed = showFailure;
  window.hostReady = (onEmptied) => {
    clearTimeout(timer);
    let hasReported = false;
    const failed = document.getElementById('boot-failed');
    failed?.setAttribute('hidden', '');
    document.getElementById('boot-too-old')?.setAttribute('hidden', '');
    message = failed?.cloneNode(true);
    setInterval(() => {
      if (!isEmpty()) return;
      showFailure();
      if (!hasReported) onEmptied();
      hasReported = true;
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
