import * as v from 'valibot';
import { type AppVersion, readAppVersion, standInHelloSchema } from '@fridge/shared-contracts/host';
import { type FrameParent, frameParent, type NativeWindow, nativeTransport, type Transport } from './transport.ts';

/** The host's only global; the app calls it. */
declare global {
  interface Window {
    companion?: { receive(answer: unknown): void };
  }
}

/** Web views may inject objects this long after the page's start. */
const INJECTION_GRACE_MS = 1_000;
const RETRY_MS = 50;

export interface AppLink {
  transport(): Transport | null;
  /** Early in the app, or with an unknown parent. */
  mayAppear(): boolean;
  /** From the user agent or the stand-in's hello. */
  version(): AppVersion | null;
  /** Named by the stand-in's hello. */
  platform(): 'ios' | 'android' | null;
  /** Sent by the app: its web view, or the allowed framing page. */
  isFromApp(event: { origin: string; source: unknown }): boolean;
  /** Once, when a transport has appeared or no longer can. @returns stops waiting */
  settled(listener: () => void): () => void;
  /** Messages are not validated. */
  listen(listener: (raw: unknown) => void): () => void;
  stop(): void;
}

export interface AppLinkDependencies {
  window: Window & NativeWindow;
  allowedOrigins: readonly string[];
  monotonic: () => number;
}

export function createAppLink({ window, allowedOrigins, monotonic }: AppLinkDependencies): AppLink {
  const startedAt = monotonic();
  const userAgentVersion = readAppVersion(window.navigator.userAgent);
  let parent: FrameParent = frameParent(
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
  const listeners = new Set<(raw: unknown) => void>();
  const notify = (raw: unknown) => {
    for (const listener of listeners) listener(raw);
  };
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

  const receive = (event: MessageEvent) => {
    if (nativeTransport(window) || !isFromParent(event)) return;
    parent = { kind: 'allowed', origin: event.origin };
    const hello = v.safeParse(standInHelloSchema, event.data);
    if (hello.success) {
      helloVersion = readAppVersion(hello.output.hello) ?? helloVersion;
      helloPlatform = hello.output.platform ?? helloPlatform;
    } else {
      notify(event.data);
    }
    settle();
  };
  window.addEventListener('message', receive);
  // Without a native transport only page scripts could call it: ignored.
  window.companion = {
    receive(answer) {
      if (nativeTransport(window)) notify(answer);
    },
  };
  announce(window, parent, allowedOrigins);

  return {
    transport,
    mayAppear,
    version: () => userAgentVersion ?? helloVersion,
    platform: () => helloPlatform,
    isFromApp: (event) => (transport() !== null && native ? event.source === window : isFromParent(event)),
    settled(listener) {
      waiting.add(listener);
      settle();
      return () => waiting.delete(listener);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      clearTimeout(retry);
      waiting.clear();
      listeners.clear();
      window.removeEventListener('message', receive);
      delete window.companion;
    },
  };
}

/** Makes a stand-in that missed the load repeat its hello. */
function announce(window: Window, parent: FrameParent, allowedOrigins: readonly string[]): void {
  const targets = parent.kind === 'allowed' ? [parent.origin] : parent.kind === 'unknown' ? allowedOrigins : [];
  for (const origin of targets) window.parent.postMessage({ hello: 'host' }, origin);
}
