import { useEffect, useState } from 'react';
import { PlugIcon } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import styles from './network-banner.module.css';

/** Its live region is always mounted. A toast says when the device is online again. */
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
      {down && (
        <span className={styles.banner}>
          <PlugIcon className={styles.icon} />
          {copy['host.net.down']}
        </span>
      )}
    </output>
  );
}
