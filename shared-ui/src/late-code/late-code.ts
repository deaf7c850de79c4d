import type { Store } from '@fridge/shared-contracts';

/** How long a piece of a screen's code may take, milliseconds; like the code of the screen itself. */
export const LATE_CODE_LIMIT_MS = 5_000;

export type LateOutcome<Code> = { ok: true; code: Code } | { ok: false; reason: 'failed' | 'timeout' };

/** A piece of code that a page brings when it is needed; `get` is `null` until it is there. */
export interface LateCode<Code> extends Store<Code | null> {
  /** Brings the code, or says within the limit why not; never rejects. Whoever asks next tries again. */
  load(): Promise<LateOutcome<Code>>;
  /** Brings the code ahead of time; should that fail, `load` tries again. */
  preload(): void;
}

/**
 * The one way to load code late: bounded, asked for once however many wait, and healed by asking again, since the build
 * gives each new try of an import an address of its own (`remote-kit/src/vite/late`). What arrives after its limit
 * serves whoever asks next.
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
