import type { Transport } from './transport.ts';

/** What the app's web views call: `window.companion.receive(answer)`, the only global of the host. */
declare global {
  interface Window {
    companion?: { receive(answer: unknown): void };
  }
}

/**
 * Installs the native way in. It counts only where a native transport exists: in a plain browser or a frame nobody
 * but a script on the page itself could call it.
 */
export function installNativeEntry(
  window: Window,
  transport: () => Transport | null,
  receive: (raw: unknown) => void,
): () => void {
  window.companion = {
    receive(answer) {
      const kind = transport()?.kind;
      if (kind === 'ios' || kind === 'android') receive(answer);
    },
  };
  return () => delete window.companion;
}
