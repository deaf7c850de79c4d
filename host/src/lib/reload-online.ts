/** Milliseconds that the host's origin has to answer before a page is left. */
export const ORIGIN_LIMIT_MS = 5_000;

/** Offline, a reload would show the browser's error page: it waits. */
export function reloadOnline(window: Window): void {
  const reload = () => window.location.reload();
  if (window.navigator.onLine === false) window.addEventListener('online', reload, { once: true });
  else reload();
}

/**
 * Whether the host's origin serves a page now. Ask before loading a document that the user hasn't asked for: where it
 * doesn't arrive, the browser's error page replaces what is open.
 * @param address of the document
 */
export async function originAnswers(
  fetch: typeof globalThis.fetch = globalThis.fetch,
  address: string = location.href,
): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ORIGIN_LIMIT_MS);
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store', signal: controller.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
