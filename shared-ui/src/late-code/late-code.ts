import type { Store } from '@fridge/shared-contracts';

/** Timeout in milliseconds; the same as for a screen's code. */
export const LATE_CODE_LIMIT_MS = 5_000;

export type LateOutcome<Code> = { ok: true; code: Code } | { ok: false; reason: 'failed' | 'timeout' };

/** Code loaded on demand; the state is `null` until then. */
export interface LateCode<Code> extends Store<Code | null> {
  /** Never rejects. The next call retries. */
  load(): Promise<LateOutcome<Code>>;
  /** Loads ahead of time; if that fails, `load` retries. */
  preload(): void;
}

/**
 * Loads code with a timeout. Concurrent calls share one import. Retries work because the build gives each attempt a new
 * address (`remote-kit/src/vite/late/load-again.ts`). Code that arrives after the timeout serves the next call.
 * @param importCode `() => import('./piece.ts')`
 */
export function createLateCode<Code extends object>(
  importCode: () => Promise<Code>,
  limit = LATE_CODE_LIMIT_MS,
): LateCode<Code> {
  let code: Code | null = null;
  let loading: Promise<LateOutcome<Code>> | null = null;
  const listeners = new Set<() => void>();

  const attempt = async (): Promise<LateOutcome<Code>> => {
    try {
      const loaded = await importCode();
      if (code === null) {
        code = loaded;
        for (const listener of listeners) listener();
      }
      return { ok: true, code };
    } catch {
      return { ok: false, reason: 'failed' };
    }
  };
  const attemptInTime = async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<LateOutcome<Code>>((resolve) => {
      timer = setTimeout(() => resolve({ ok: false, reason: 'timeout' }), limit);
    });
    const outcome = await Promise.race([attempt(), timeout]);
    clearTimeout(timer);
    loading = null;
    return outcome;
  };
  const load = async (): Promise<LateOutcome<Code>> => {
    if (code) return { ok: true, code };
    loading ??= attemptInTime();
    return loading;
  };

  return {
    getState: () => code,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load,
    preload: () => void load(),
  };
}
