import { useEffect, useState } from 'react';

const PATIENCE_MS = 2_000;

/** Whether to say that the app is slow (`common.waitingApp`). */
export function useAppIsSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return waiting && slow;
}
