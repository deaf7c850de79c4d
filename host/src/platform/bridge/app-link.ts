import * as v from 'valibot';
import { type AppVersion, type BridgeMessage, readAppVersion, standInHelloSchema } from '@fridge/shared-contracts/host';

declare global {
  interface Window {
    /** The host's only global; the app calls it. */
    companion?: { receive(answer: unknown): void };
    /** Injected by the app on iOS. */
    webkit?: { messageHandlers?: { companion?: { postMessage(message: unknown): void } } };
    /** Injected by the app on Android. */
    companionNative?: { postMessage(message: string): void };
  }
}

/** Web views may inject objects this long after the page's start. */
const INJECTION_GRACE_MS = 1_000;
const RETRY_MS = 50;

type Transport = { readonly kind: 'ios' | 'android' | 'frame'; send(message: BridgeMessage): void };

/** The framing page; `unknown` until its first message. */
type FrameParent = { kind: 'none' } | { kind: 'foreign' } | { kind: 'unknown' } | { kind: 'allowed'; origin: string };

export type AppLink = ReturnType<typeof createAppLink>;

/** The channel to the app (architecture, "The native bridge"): its web view, or an allowed page that frames this one. */
export function createAppLink({ window, allowedOrigins, monotonic }: { window: Window; allowedOrigins: readonly string[]; monotonic: () => number }) {
  const startedAt = monotonic();
  const userAgentVersion = readAppVersion(window.navigator.userAgent);
  let parent = frameParent(
    {
      framed: window.parent !== window,
      ancestorOrigins: window.location.ancestorOrigins && Array.from(window.location.ancestorOrigins),
      referrer: window.document.referrer,
      origin: window.location.origin,
    },
    allowedOrigins,
  );
  let helloVersion: AppVersion | null = null;
  let helloPlatform: 'ios' | 'android' | null = null;
  let native: Transport | null = null;
  const waiting = new Set<() => void>();
  let notify: ((raw: unknown) => void) | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const transport = (): Transport | null => {
    native ??= nativeTransport(window);
    if (native) return native;
    if (parent.kind !== 'allowed') return null;
    const { origin } = parent;
    return { kind: 'frame', send: (message) => window.parent.postMessage(message, origin) };
  };
  const mayAppear = () =>
    parent.kind === 'unknown' || (userAgentVersion !== null && monotonic() - startedAt < INJECTION_GRACE_MS);

  const settle = () => {
    clearTimeout(retry);
    if (waiting.size === 0) return;
    if (transport() === null && mayAppear()) {
      retry = setTimeout(settle, RETRY_MS);
      return;
    }
    const settled = [...waiting];
    waiting.clear();
    for (const listener of settled) listener();
  };

  const isFromParent = (event: { origin: string; source: unknown }) =>
    parent.kind !== 'none' && event.source === window.parent && allowedOrigins.includes(event.origin);

  window.addEventListener('message', (event) => {
    if (nativeTransport(window) || !isFromParent(event)) return;
    parent = { kind: 'allowed', origin: event.origin };
    const hello = v.safeParse(standInHelloSchema, event.data);
    if (hello.success) {
      helloVersion = readAppVersion(hello.output.hello) ?? helloVersion;
      helloPlatform = hello.output.platform ?? helloPlatform;
    } else {
      notify?.(event.data);
    }
    settle();
  });
  // Without a native transport only page scripts could call it: ignored.
  window.companion = {
    receive(answer) {
      if (nativeTransport(window)) notify?.(answer);
    },
  };
  // Makes a stand-in that missed the load repeat its hello.
  const targets = parent.kind === 'allowed' ? [parent.origin] : parent.kind === 'unknown' ? allowedOrigins : [];
  for (const origin of targets) window.parent.postMessage({ hello: 'host' }, origin);

  return {
    transport,
    /** Early in the app, or with an unknown parent. */
    mayAppear,
    /** From the user agent or the stand-in's hello. */
    version: () => userAgentVersion ?? helloVersion,
    /** Named by the stand-in's hello. */
    platform: () => helloPlatform,
    /** Sent by the app: its web view, or the allowed framing page. */
    isFromApp: (event: { origin: string; source: unknown }) => (transport() !== null && native ? event.source === window : isFromParent(event)),
    /** Once, when a transport has appeared or no longer can. @returns stops waiting */
    settled(listener: () => void) {
      waiting.add(listener);
      settle();
      return () => void waiting.delete(listener);
    },
    /** Messages are not validated. */
    listen: (listener: (raw: unknown) => void) => void (notify = listener),
  };
}

function nativeTransport(window: Window): Transport | null {
  const handlers = window.webkit?.messageHandlers;
  if (typeof handlers?.companion?.postMessage === 'function') {
    // Called on its own object: WebKit and Java reject a detached postMessage.
    return { kind: 'ios', send: (message) => handlers.companion?.postMessage(message) };
  }
  if (typeof window.companionNative?.postMessage === 'function') {
    return { kind: 'android', send: (message) => window.companionNative?.postMessage(JSON.stringify(message)) };
  }
  return null;
}

/**
 * Uses `ancestorOrigins`, else the referrer, which the parent's policy may hide.
 * @param ancestorOrigins from the parent outwards, `undefined` where unsupported
 */
export function frameParent(
  page: { framed: boolean; ancestorOrigins: readonly string[] | undefined; referrer: string; origin: string },
  allowedOrigins: readonly string[],
): FrameParent {
  if (!page.framed) return { kind: 'none' };
  const parentOrigin = page.ancestorOrigins?.[0];
  if (parentOrigin !== undefined) return allowedOrigins.includes(parentOrigin) ? { kind: 'allowed', origin: parentOrigin } : { kind: 'foreign' };
  const referrer = originOf(page.referrer);
  return referrer !== page.origin && allowedOrigins.includes(referrer) ? { kind: 'allowed', origin: referrer } : { kind: 'unknown' };
}

function originOf(address: string): string {
  try {
    return new URL(address).origin;
  } catch {
    return '';
  }
}
