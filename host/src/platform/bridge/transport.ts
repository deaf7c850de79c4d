import type { BridgeMessage } from '@fridge/shared-contracts/host';

/** Channel to the app (architecture, "The native bridge"). `send` may throw. */
export interface Transport {
  readonly kind: 'ios' | 'android' | 'frame';
  send(message: BridgeMessage): void;
}

export interface NativeWindow {
  webkit?: { messageHandlers?: { companion?: { postMessage(message: unknown): void } } };
  companionNative?: { postMessage(message: string): void };
}

export function nativeTransport(window: NativeWindow): Transport | null {
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

/** The framing page; `unknown` until its first message. */
export type FrameParent = { kind: 'none' } | { kind: 'foreign' } | { kind: 'unknown' } | { kind: 'allowed'; origin: string };

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
