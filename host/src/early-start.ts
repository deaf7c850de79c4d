/**
 * Inlined into index.html before the markup of the first screen, allowed by its hash: no tap comes before it.
 * - Hides markup that the address behind `#`, which the server can't see, doesn't ask for.
 * - Notes a tap on a button of the markup; `first-screen.ts` carries it out. Links keep what the address carries.
 * - Adds the links that the origin computed (`server/src/host-origin/page-registry.ts`), to request the remote's files
 *   beside the host's; the host validates all again.
 * - Shows a message with a button while the page is empty, or has nothing but its markup.
 */
import {
  ACTION_ATTRIBUTE,
  carriedParameters,
  FIRST_SCREEN_ID,
  integrityPath,
  isHashRoute,
  normalisePath,
  type PageData,
  PRESSED_ATTRIBUTE,
  readAddress,
  readAppVersion,
  REGISTRY_ELEMENT_ID,
  SETTINGS_ELEMENT_ID,
  splitQuery,
  writeQuery,
} from '@fridge/shared-contracts/page';
import { addLink } from './lib/add-link.ts';
import { stylesBlockRequests } from './lib/styles-block-requests.ts';

declare global {
  interface Window {
    /** Once the page's markup and blocks are parsed. */
    pageParsed?: (() => void) | undefined;
    /** After the first render; `onEmptied` is called once when its content is gone. */
    hostReady?: ((onEmptied: () => void) => void) | undefined;
    hostFailed?: (() => void) | undefined;
  }
}

/** Limit of the host's first render. */
const HOST_LIMIT_MS = 18_000;
/** Interval of the check after that: a remote may empty the page. */
const WATCH_MS = 1_000;
/** A press is seen before the wait for what it does. */
const PENDING_AFTER_MS = 150;
/** Spec section 9: until the app reports its own. */
const APP_STATUS_BAR = '44px';

const root = document.documentElement;
const { style } = root;
let isHostReady = false;

style.setProperty('--status-bar-height', isInApp() ? APP_STATUS_BAR : '0px');
const isOther = isOtherScreen();
if (isOther) style.setProperty('--first-screen', 'none');
answerTaps();
watch();

// The first paint waits for the settings (`rel="expect"`), which follow the markup.
new MutationObserver((_, observer) => {
  if (document.getElementById(SETTINGS_ELEMENT_ID) === null) return;
  observer.disconnect();
  const screen = document.getElementById(FIRST_SCREEN_ID);
  if (isOther) screen?.remove();
  else if (screen) publishSizes(screen);
}).observe(root, { childList: true, subtree: true });

window.pageParsed = () => {
  try {
    addLinks();
  } catch {
    // No block: nothing to preload.
  }
};

/** As far as it shows before any message (`createEnvironment`). Who may frame the page is in its policy. */
function isInApp(): boolean {
  return (
    readAppVersion(navigator.userAgent) !== null ||
    window.companionNative !== undefined ||
    window.webkit?.messageHandlers?.companion !== undefined ||
    (window.parent !== window && 'ancestorOrigins' in location)
  );
}

function isOtherScreen(): boolean {
  if (!isHashRoute(location)) return false;
  const { path, query } = readAddress(location);
  const { brand = '' } = query;
  return path !== normalisePath(location.pathname) || (/^[012]$/.test(brand) && brand !== root.dataset['skin']);
}

/** As `publishSize` does, for the first frame: with large text, a scrollbar, or operators' notice. */
function publishSizes(screen: HTMLElement): void {
  const header = screen.querySelector('header');
  style.setProperty('--page-width', `${root.clientWidth}px`);
  if (header) style.setProperty('--header-height', `${header.offsetHeight}px`);
}

/** A button's click is a tap, Enter or Space. */
function answerTaps(): void {
  addEventListener('touchstart', () => undefined, { passive: true }); // for `:active` on iOS
  addEventListener('click', (event) => {
    const { target } = event;
    const part = target instanceof Element ? target.closest(`a[href^="/"],[${ACTION_ATTRIBUTE}]`) : null;
    if (!part?.closest(`#${FIRST_SCREEN_ID}`)) return;
    if (part instanceof HTMLAnchorElement) carryContext(part, event);
    else press(part);
  });
}

/** The latest counts. */
function press(button: Element): void {
  if (button.hasAttribute(PRESSED_ATTRIBUTE)) return;
  for (const other of document.querySelectorAll(`[${PRESSED_ATTRIBUTE}]`)) release(other);
  button.setAttribute(PRESSED_ATTRIBUTE, '');
  setTimeout(() => {
    if (button.hasAttribute(PRESSED_ATTRIBUTE)) button.setAttribute('aria-busy', 'true');
  }, PENDING_AFTER_MS);
}

function release(button: Element): void {
  button.removeAttribute(PRESSED_ATTRIBUTE);
  button.removeAttribute('aria-busy');
}

/**
 * The link leads where `navigation.hrefOf` would. Until the host has taken what identifies the user from the address,
 * the next document gets it as a reload would.
 */
function carryContext(link: HTMLAnchorElement, { metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): void {
  const { query } = readAddress(location);
  const to = readAddress(link);
  const staysInTab = !(metaKey || ctrlKey || shiftKey || altKey);
  const { open, personal } = splitQuery(query);
  const carried = carriedParameters.map((name) => [name, open[name]] as const);
  link.href =
    to.path +
    writeQuery({ ...(staysInTab && !isHostReady && personal), ...Object.fromEntries(carried), ...to.query }) +
    link.hash;
}

function addLinks(): void {
  const page: PageData = JSON.parse(document.getElementById(REGISTRY_ELEMENT_ID)?.textContent ?? '');
  const { path } = readAddress(location);
  for (const attributes of page.preloadLinks[path] ?? [])
    if (attributes['as'] !== 'style' || !stylesBlockRequests(navigator)) addLink(attributes); // else the host fetches it
  for (const [name, hash] of Object.entries(page.integrity ?? {}))
    if (page.registry?.remotes[name]?.routes?.some((route) => route.path === path))
      addLink({ rel: 'preload', as: 'fetch', href: integrityPath([hash]) }); // for start-remote.ts
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
    isHostReady = true;
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
