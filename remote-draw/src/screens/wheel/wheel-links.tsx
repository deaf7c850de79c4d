import type { HostServices } from '@fridge/shared-contracts';
import { ChevronIcon, GiftIcon, InfoIcon, PathLink, ShareIcon } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './wheel-links.module.css';

/** Earning is offered only where sharing may be rewarded. */
export function WheelLinks({ host, onEarn }: { host: HostServices; onEarn?: (() => void) | undefined }) {
  return (
    <nav className={styles.links}>
      {onEarn && (
        <button type="button" className={styles.earn} onClick={onEarn}>
          <ShareIcon />
          <span className={styles.label}>{copy['draw.earn.title']}</span>
          <ChevronIcon />
        </button>
      )}
      <PathLink host={host} to="/prize" track="draw.wheel.prize" className={styles.link}><GiftIcon />{copy['draw.wheel.prizeLink']}</PathLink>
      <PathLink host={host} to="/draw/rule" track="draw.wheel.rule" className={styles.link}><InfoIcon />{copy['draw.wheel.ruleLink']}</PathLink>
    </nav>
  );
}
