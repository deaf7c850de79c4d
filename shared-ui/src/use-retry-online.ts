import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Tries again what failed, once for each return of the network: at once, or, if it still hangs from before then, when
 * that attempt fails too. What the user sends is never sent again by itself.
 * @param phase `loading`, `failed`, or any other with nothing to try again
 */
export function useRetryOnline(phase: string, retry: () => void): void {
  const again = useEffectEvent(retry);
  const returned = useRef(false);
  useEffect(() => {
    const hasReturned = returned.current;
    if (phase !== 'loading') returned.current = false;
    if (phase === 'failed' && hasReturned) again();
    if (phase !== 'loading' && phase !== 'failed') return undefined;
    const onOnline = () => {
      if (phase === 'failed') again();
      else returned.current = true;
    };
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [phase]);
}
