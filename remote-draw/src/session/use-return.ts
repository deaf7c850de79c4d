import type { HostServices } from '@fridge/shared-contracts';
import { useEffect } from 'react';

/**
 * Calls back when the page can be seen again: after it was covered, or restored from the back-forward cache, where what
 * it shows may be of yesterday. WebKit restores a page without telling of its visibility, other engines tell of both;
 * that counts as one return.
 * @param refresh the same function on every drawing, or `null` while there is nothing to refresh
 */
export function useReturn(host: HostServices, refresh: (() => void) | null): void {
  useEffect(() => {
    if (refresh === null) return undefined;
    let before = host.visibility.getState();
    let pending: ReturnType<typeof setTimeout> | undefined;
    const returned = () => {
      clearTimeout(pending);
      pending = setTimeout(refresh, 0);
    };
    const unsubscribe = host.visibility.subscribe(() => {
      const now = host.visibility.getState();
      if (now === 'visible' && before === 'hidden') returned();
      before = now;
    });
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) returned();
    };
    window.addEventListener('pageshow', restored);
    return () => {
      clearTimeout(pending);
      unsubscribe();
      window.removeEventListener('pageshow', restored);
    };
  }, [host, refresh]);
}
