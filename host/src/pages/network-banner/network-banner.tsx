import { PlugIcon } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './network-banner.module.css';

/** Says that the device has no network, over the page and without moving it. Always mounted: a live region must be there before its text. */
export function NetworkBanner({ down }: { down: boolean }) {
  return (
    <output className={styles.region}>
      {down && <span className={styles.banner}><PlugIcon className={styles.icon} />{copy['host.net.down']}</span>}
    </output>
  );
}
