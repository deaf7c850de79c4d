import * as v from 'valibot';
import {
  type BridgeMessage,
  loginWindowMessageSchema,
  readAppVersion,
  standInHelloSchema,
} from '@fridge/shared-contracts/page';

declare global {
  interface Window {
    /** The only global for the app, which calls it. */
    companion?: { receive(answer: unknown): void };
    /** Injected by the app on iOS. */
    webkit?: { messageHandlers?: { companion?: { postMessage(message: unknown): void } } };
    /** Injected by the app on Android. */
    companionNative?: { postMessage(message: string): void };
  }
}

/** Web views may inject objects this long after the page's start. */
const INJECTION_GRACE_MS = 1_000;

type Send = (message: BridgeMessage) => void;

export type AppLink = ReturnType<typeof createAppLink>;

/**
 * The channel to the app (architecture, "The native bridge"): its web view, or an allowed page that frames this one.
 */
export function createAppLink({ window, allowedOrigins }: { window: Window; allowedOrigins: readonly string[] }) {
  const startedAt = performance.now();
  const userAgentVersion = readAppVersion(window.navigator.userAgent);
  let parentOrigin = window.parent === window ? null : allowedParent(window, allowedOrigins);
  /** Of the stand-in. */
  let hello: v.InferOutput<typeof standInHelloSchema> | undefined;
  let notify: ((raw: unknown) => void) | undefined;

  const transport = (): Send | null => {
    const native = nativeTransport(window);
    if (native || !parentOrigin) return native;
    const origin = parentOrigin;
    return (message) => window.parent.postMessage(message, origin);
  };
  const mayAppear = () =>
    parentOrigin === undefined || (userAgentVersion !== null && performance.now() - startedAt < INJECTION_GRACE_MS);

  // Anyone can post a message: only the app's web view, or the allowed framing page, is believed.
  window.addEventListener('message', ({ data, origin, source }) => {
    const inWebView = nativeTransport(window) !== null;
    const isFromParent = parentOrigin !== null && source === window.parent && allowedOrigins.includes(origin);
    if (inWebView ? source !== window : !isFromParent) return;
    if (v.is(loginWindowMessageSchema, data)) notify?.({ event: 'loginResult', data });
    if (inWebView) return;
    parentOrigin = origin;
    const greeting = v.safeParse(standInHelloSchema, data);
    if (greeting.success) hello = greeting.output;
    else notify?.(data);
  });
  // Without a native transport only page scripts could call it: ignored.
  window.companion = {
    receive(answer) {
      if (nativeTransport(window)) notify?.(answer);
    },
  };
  // Makes a stand-in that missed the load repeat its hello.
  for (const origin of allowedOrigins)
    if (parentOrigin === undefined || parentOrigin === origin) window.parent.postMessage({ hello: 'host' }, origin);

  return {
    transport,
    /** Early in the app, or with an unknown parent. */
    mayAppear,
    version: () => userAgentVersion ?? readAppVersion(hello?.hello ?? ''),
    platform: () => hello?.platform ?? null,
    /** Messages are not validated. */
    listen: (listener: (raw: unknown) => void) => void (notify = listener),
  };
}

function nativeTransport(window: Window): Send | null {
  const handlers = window.webkit?.messageHandlers;
  if (typeof handlers?.companion?.postMessage === 'function') {
    // Called on its own object: WebKit and Java reject a detached postMessage.
    return (message) => handlers.companion?.postMessage(message);
  }
  if (typeof window.companionNative?.postMessage === 'function') {
    return (message) => window.companionNative?.postMessage(JSON.stringify(message));
  }
  return null;
}

/**
 * Origin of the framing page.
 * @returns `null` for one that isn't allowed, `undefined` until its first message tells
 */
function allowedParent({ location }: Window, allowedOrigins: readonly string[]): string | null | undefined {
  const [ancestor] = Array.from(location.ancestorOrigins ?? []); // Firefox has none
  return ancestor === undefined || allowedOrigins.includes(ancestor) ? ancestor : null;
}
