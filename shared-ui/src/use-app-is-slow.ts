import { useEffect, useState } from 'react';

/** So long somebody waits for the app before they are told that it is the app, milliseconds. */
const PATIENCE_MS = 2_000;

/** Whether the app has been waited for so long that it should be said (`common.waitingApp`). */
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
