import type { BridgeMessage } from '@fridge/shared-contracts';

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
