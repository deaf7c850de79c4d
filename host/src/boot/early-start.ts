/**
 * Runs inside the page, before any module: compiled by itself, put into index.html and allowed by its hash. It asks
 * for the registry while the host's code is on its way and, as soon as the registry is there, for the whole graph
 * of the remote that owns the address. It decides nothing: the host checks everything again before it mounts.
 * It also watches: a page on which the host never draws shows a plain message with a button instead of nothing.
 */
import { contractText, isCompatible } from '@fridge/shared-contracts/contract-version';
import { readAddress } from '@fridge/shared-contracts/address';
import { SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/settings-element';

const HOST_LIMIT_MS = 18_000;
/** Messages that stand in the page itself; a host that draws after all takes them back. */
const MESSAGES = ['boot-failed', 'boot-too-old'];

type LooseRoute = { path?: unknown; scripts?: unknown };
type LooseRemote = { enabled?: unknown; contract?: unknown; entry?: unknown; routes?: unknown; styles?: unknown };

start();

function start(): void {
  watch();
  const answer = fetch('/remotes.json', { cache: 'no-store' });
  window.earlyRegistry = answer;
  answer.then((response) => response.clone().json()).then(preloadRoute).catch(() => undefined);
}

function preloadRoute(registry: { remotes?: Record<string, LooseRemote> }): void {
  const origins = allowedOrigins();
  const { path } = readAddress(location);
  for (const remote of Object.values(registry.remotes ?? {})) {
    if (remote.enabled !== true || typeof remote.entry !== 'string') continue;
    if (!isCompatible(String(remote.contract ?? contractText))) continue;
    const route = list(remote.routes).find((candidate): candidate is LooseRoute => (candidate as LooseRoute).path === path);
    if (!route || !origins.includes(new URL(remote.entry).origin)) continue;
    const base = new URL('.', remote.entry);
    const urls = [remote.entry, ...list(route.scripts).map((file) => new URL(String(file), base).href)];
    for (const href of new Set(urls)) addLink({ rel: 'modulepreload', href });
    for (const style of list(remote.styles)) {
      const { file, integrity } = style as { file?: unknown; integrity?: unknown };
      addLink({ rel: 'preload', as: 'style', href: new URL(String(file), base).href, integrity: String(integrity) });
    }
    return;
  }
}

function addLink(attributes: Record<string, string>): void {
  const link = document.createElement('link');
  link.crossOrigin = 'anonymous';
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.head.append(link);
}

function allowedOrigins(): unknown[] {
  const settings = JSON.parse(document.getElementById(SETTINGS_ELEMENT_ID)?.textContent ?? '{}') as { remoteOrigins?: unknown }; // read loosely, checked by the host
  return list(settings.remoteOrigins);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function watch(): void {
  const timer = setTimeout(showFailure, HOST_LIMIT_MS);
  window.hostReady = () => {
    clearTimeout(timer);
    for (const id of MESSAGES) document.getElementById(id)?.setAttribute('hidden', '');
  };
  addEventListener(
    'error',
    ({ target, error }: ErrorEvent) => {
      const hostScript = target instanceof HTMLScriptElement;
      if (hostScript) showFailure();
      else if (error instanceof SyntaxError && document.getElementById('root')?.childElementCount === 0) showTooOld();
    },
    true,
  );
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.id === 'boot-retry') location.reload();
  });
}

function showFailure(): void {
  if (document.getElementById('root')?.childElementCount) return;
  document.getElementById('boot-failed')?.removeAttribute('hidden');
}

function showTooOld(): void {
  document.getElementById('boot-too-old')?.removeAttribute('hidden');
}
