import { useEffect, useState } from 'react';
import { useRetryOnline } from '../use-retry-online.ts';
import { useStore } from '../use-store.ts';
import type { LateCode } from './late-code.ts';

/**
 * Loads late code with a retry, which also runs when the network is back.
 * @returns `code`: `null` until it is there; `failure`: of the last attempt that ended; `attempt`: from 0
 */
export function useLateCode<Code extends object>(late: LateCode<Code>) {
  const code = useStore(late);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<{ attempt: number; reason: 'failed' | 'timeout' } | null>(null);
  useEffect(() => {
    let left = false;
    void late.load().then((outcome) => {
      if (!left && !outcome.ok) setFailed({ attempt, reason: outcome.reason });
    });
    return () => {
      left = true;
    };
  }, [late, attempt]);

  const hasFailed = code === null && failed?.attempt === attempt;
  const retry = () => setAttempt(attempt + 1);
  useRetryOnline(hasFailed ? 'failed' : code === null ? 'loading' : 'ready', retry);
  return { code, failure: failed?.reason ?? null, hasFailed, attempt, retry };
}
