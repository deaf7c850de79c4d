import { Button, ChevronIcon, joinClasses } from '@fridge/shared-ui';
import { useScreenHost } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import theme from '../../theme/theme.module.css';
import styles from './shop-banner.module.css';
import shopWindow from './shop-window.svg?raw';

/** In the page: it takes the skin's colours. Below the first window, so the screen alone has it. */
const drawing = { __html: shopWindow };

export function ShopBanner() {
  const host = useScreenHost();
  const open = () => {
    host?.tracking.click('campaign.home.shop');
    void host?.external.openShop();
  };
  return (
    <div className={joinClasses(theme.noon, styles.morning)}>
      <Button wide className={styles.banner} data-action="campaign.home.shop" onClick={open}>
        <span
          aria-hidden="true"
          className={styles.window}
          data-live=""
          dangerouslySetInnerHTML={host === null ? undefined : drawing}
        />
        <span className={styles.texts}>
          <span className={styles.text}>{copy['campaign.home.shop']}</span>
          <ChevronIcon className={styles.chevron} />
        </span>
      </Button>
    </div>
  );
}
