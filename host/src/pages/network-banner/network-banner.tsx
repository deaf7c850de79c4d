import { useEffect, useState } from 'react';
import { PlugIcon } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './network-banner.module.css';

/**
 * Says that the device has no network, over the page and without moving it; a toast tells when it is back. Always
 * mounted: a live region must be there before its text.
 */
export function NetworkBanner({ toast }: { toast: (text: string) => void }) {
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
  return (
    <output className={styles.region}>
      {down && <span className={styles.banner}><PlugIcon className={styles.icon} />{copy['host.net.down']}</span>}
    </output>
  );
}
