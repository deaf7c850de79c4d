import { useEffect, useState } from 'react';
import { PlugIcon } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import styles from './feedback.module.css';

/** Its live region is always mounted. A toast says when the device is online again. */
export function NetworkBanner({ toast }: { toast: (text: string) => void }) {
  const [down, setDown] = useState(() => navigator.onLine === false);
  useEffect(() => {
    const update = ({ type }: Event) => {
      setDown(type === 'offline');
      if (type === 'online') toast(copy['host.net.up.toast']);
    };
    addEventListener('offline', update);
    addEventListener('online', update);
    return () => {
      removeEventListener('offline', update);
      removeEventListener('online', update);
    };
  }, [toast]);
  return (
    <output className={styles.network}>
      {down && (
        <span className={styles.banner}>
          <PlugIcon />
          {copy['host.net.down']}
        </span>
      )}
    </output>
  );
}
