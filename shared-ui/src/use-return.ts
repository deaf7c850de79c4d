import type { HostServices } from '@fridge/shared-contracts';
import { useEffect, useEffectEvent } from 'react';

/** On becoming visible or returning from the back-forward cache, once for both; WebKit reports only `pageshow`. */
export function useReturn(host: Pick<HostServices, 'visibility'>, refresh: () => void): void {
  const onReturn = useEffectEvent(refresh);
  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined;
    const returned = () => {
      clearTimeout(pending);
      pending = setTimeout(() => onReturn(), 0);
    };
    const unsubscribe = host.visibility.subscribe(() => {
      if (host.visibility.getState() === 'visible') returned();
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
  }, [host]);
}
