import type { HostServices } from '@fridge/shared-contracts';
import { useEffect } from 'react';

/**
 * On becoming visible or returning from the back-forward cache, once for both; WebKit reports only `pageshow`.
 * @param refresh the same function on every render
 */
export function useReturn(host: Pick<HostServices, 'visibility'>, refresh: (() => void) | null): void {
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
