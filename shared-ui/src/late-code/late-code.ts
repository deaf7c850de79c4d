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
 * address (`remote-kit/src/vite/late`). Late code serves the next call.
 * @param importCode `() => import('./piece.ts')`
 */
export function createLateCode<Code extends object>(
  importCode: () => Promise<Code>,
  limit = LATE_CODE_LIMIT_MS,
): LateCode<Code> {
  let code: Code | null = null;
  let loading: Promise<LateOutcome<Code>> | null = null;
  const listeners = new Set<() => void>();

  const keep = (loaded: Code) => {
    if (code !== null) return;
    code = loaded;
    for (const listener of listeners) listener();
  };
  const attempt = () =>
    new Promise<LateOutcome<Code>>((resolve) => {
      const settle = (outcome: LateOutcome<Code>) => {
        clearTimeout(timer);
        listeners.delete(succeed);
        loading = null;
        resolve(outcome);
      };
      // By this attempt's import or by an earlier one's.
      const succeed = () => code && settle({ ok: true, code });
      const timer = setTimeout(() => settle({ ok: false, reason: 'timeout' }), limit);
      listeners.add(succeed);
      void Promise.resolve()
        .then(importCode)
        .then(keep, () => settle({ ok: false, reason: 'failed' }));
    });
  const load = async (): Promise<LateOutcome<Code>> => {
    if (code) return { ok: true, code };
    loading ??= attempt();
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
