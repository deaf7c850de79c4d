import type { HostServices } from '@fridge/shared-contracts';
import { ChevronIcon, joinClasses } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import theme from '../../theme/theme.module.css';
import { ShopWindow } from './shop-window.tsx';
import styles from './shop-banner.module.css';

export function ShopBanner({ host }: { host: HostServices }) {
  const open = () => {
    host.tracking.click('campaign.home.shop');
    void host.external.openShop();
  };
  return (
    <div className={joinClasses(theme.noon, styles.morning)}>
      <button type="button" className={styles.banner} onClick={open}>
        <ShopWindow />
        <span className={styles.texts}>
          <span className={styles.text}>{copy['campaign.home.shop']}</span>
          <ChevronIcon className={styles.chevron} />
        </span>
      </button>
    </div>
  );
}
