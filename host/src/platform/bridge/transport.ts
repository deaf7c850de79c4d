import type { BridgeMessage } from '@fridge/shared-contracts/host';

/** A way to the app (architecture, "The native bridge"). `send` may throw; the client then tells its caller. */
export interface Transport {
  readonly kind: 'ios' | 'android' | 'frame';
  send(message: BridgeMessage): void;
}

/** The native objects, which exist in the app's web views only. */
export interface NativeWindow {
  webkit?: { messageHandlers?: { companion?: { postMessage(message: unknown): void } } };
  companionNative?: { postMessage(message: string): void };
}

/** The transport that the app's web view injected, if any. */
export function nativeTransport(window: NativeWindow): Transport | null {
  const handlers = window.webkit?.messageHandlers;
  if (typeof handlers?.companion?.postMessage === 'function') {
    // Called on its own object here and below: neither WebKit nor a Java object takes a detached postMessage.
    return { kind: 'ios', send: (message) => handlers.companion?.postMessage(message) };
  }
  if (typeof window.companionNative?.postMessage === 'function') {
    return { kind: 'android', send: (message) => window.companionNative?.postMessage(JSON.stringify(message)) };
  }
  return null;
}

/** What is known of the page that frames this one. `unknown`: only its first message can tell. */
export type FrameParent = { kind: 'none' } | { kind: 'foreign' } | { kind: 'unknown' } | { kind: 'allowed'; origin: string };

/**
 * Tells who frames the page. `ancestorOrigins` can't be wrong; where a browser lacks it the referrer names the
 * parent unless its policy hides it, and then the parent stays unknown until it has said hello.
 * @param ancestorOrigins origins from the parent outwards, or `undefined` where the browser has none
 */
export function frameParent(
  page: { framed: boolean; ancestorOrigins: readonly string[] | undefined; referrer: string; origin: string },
  allowedOrigins: readonly string[],
): FrameParent {
  if (!page.framed) return { kind: 'none' };
  const known = page.ancestorOrigins?.[0];
  if (known !== undefined) return allowedOrigins.includes(known) ? { kind: 'allowed', origin: known } : { kind: 'foreign' };
  const referrer = originOf(page.referrer);
  return referrer !== null && referrer !== page.origin && allowedOrigins.includes(referrer)
    ? { kind: 'allowed', origin: referrer }
    : { kind: 'unknown' };
}

function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}
