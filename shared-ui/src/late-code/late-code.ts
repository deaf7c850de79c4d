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
export function createLateCode<Code extends object>(importCode: () => Promise<Code>, limit = LATE_CODE_LIMIT_MS): LateCode<Code> {
  let code: Code | null = null;
  let coming: Promise<LateOutcome<Code>> | null = null;
  const listeners = new Set<() => void>();
  let tellArrival: (outcome: LateOutcome<Code>) => void;
  const arrival = new Promise<LateOutcome<Code>>((resolve) => {
    tellArrival = resolve;
  });

  const arrive = (arrived: Code): Promise<LateOutcome<Code>> => {
    if (code === null) {
      code = arrived;
      tellArrival({ ok: true, code });
      for (const listener of listeners) listener();
    }
    return arrival;
  };
  const attempt = () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<LateOutcome<Code>>((resolve) => {
      timer = setTimeout(() => resolve({ ok: false, reason: 'timeout' }), limit);
    });
    const imported = Promise.resolve().then(importCode).then(arrive, (): LateOutcome<Code> => ({ ok: false, reason: 'failed' }));
    return Promise.race([arrival, imported, late]).finally(() => {
      clearTimeout(timer);
      coming = null;
    });
  };
  const load = async (): Promise<LateOutcome<Code>> => {
    if (code) return { ok: true, code };
    coming ??= attempt();
    return coming;
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
