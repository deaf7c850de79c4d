import { useEffect, useState } from 'react';
import { copy } from '../copy.ts';

/** Whether the device says it has no network; a toast tells when it is back. */
export function useNetwork(toast: (text: string) => void): boolean {
  const [down, setDown] = useState(() => navigator.onLine === false);
  useEffect(() => {
    const onOffline = () => setDown(true);
    const onOnline = () => {
      setDown(false);
      toast(copy['host.net.up.toast']);
    };
    addEventListener('offline', onOffline);
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('offline', onOffline);
      removeEventListener('online', onOnline);
    };
  }, [toast]);
  return down;
}
