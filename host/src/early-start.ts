/**
 * Inlined into index.html, allowed by its hash. Adds the links that the origin computed
 * (`server/src/host-origin/preload-links.ts`), to request the remote's files beside the host's; the host validates all
 * again.
 * Shows a message with a button while the page is empty.
 */
import {
  integrityPath,
  otherRemoteAt,
  type PageData,
  readAddress,
  REGISTRY_ELEMENT_ID,
} from '@fridge/shared-contracts/page';
import { addLink } from './lib/add-link.ts';
import { stylesBlockRequests } from './lib/styles-block-requests.ts';

declare global {
  interface Window {
    /** After the first render; `onEmptied` is called once when its content is gone. */
    hostReady?: ((onEmptied: () => void) => void) | undefined;
    hostFailed?: (() => void) | undefined;
  }
}

/** Limit of the host's first render. */
const HOST_LIMIT_MS = 18_000;
/** Interval of the check after that: a remote may empty the page. */
const WATCH_MS = 1_000;

try {
  addLinks();
} catch {
  // No block: nothing to preload.
}
watch();

function addLinks(): void {
  const page: PageData = JSON.parse(document.getElementById(REGISTRY_ELEMENT_ID)?.textContent ?? '');
  const { path } = readAddress(location);
  for (const attributes of page.preloadLinks[path] ?? [])
    if (attributes['as'] !== 'style' || !stylesBlockRequests(navigator)) addLink(attributes); // else the host fetches it
  const other = otherRemoteAt(page, path);
  if (other !== null) addLink({ rel: 'preload', as: 'fetch', href: integrityPath([other.hash]) }); // for start-remote.ts
}

function isEmpty(): boolean {
  return !document.getElementById('root')?.childElementCount;
}

function showTooOld(): void {
  document.getElementById('boot-too-old')?.removeAttribute('hidden');
}

function watch(): void {
  // Below the floor (decision 5): `main.tsx` doesn't begin either.
  if (typeof HTMLDialogElement === 'undefined') return addEventListener('DOMContentLoaded', showTooOld);
  let message: HTMLElement | null = null;
  const showFailure = () => {
    message ??= document.getElementById('boot-failed');
    if (!message) return;
    if (!message.isConnected) (document.body ?? document.documentElement).appendChild(message);
    message.removeAttribute('hidden');
  };
  const timer = setTimeout(() => {
    if (isEmpty()) showFailure();
  }, HOST_LIMIT_MS);

  window.hostFailed = showFailure;
  window.hostReady = (onEmptied) => {
    clearTimeout(timer);
    let hasReported = false;
    message = document.getElementById('boot-failed');
    message?.setAttribute('hidden', '');
    document.getElementById('boot-too-old')?.setAttribute('hidden', '');
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
      else if (error instanceof SyntaxError) showTooOld();
    },
    true,
  );
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.id !== 'boot-retry') return;
    if (navigator.onLine) reload();
    else addEventListener('online', reload, { once: true }); // until then it would show the browser's error page
  });
}

function reload(): void {
  location.reload();
}
