import { ChevronIcon, joinClasses } from '@fridge/shared-ui';
import { useScreenHost } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import theme from '../../theme/theme.module.css';
import styles from './shop-banner.module.css';

export function ShopBanner() {
  const host = useScreenHost();
  const open = () => {
    host?.tracking.click('campaign.home.shop');
    void host?.external.openShop();
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

function ShownFridge({
  x,
  width,
  height,
  className,
}: {
  x: number;
  width: number;
  height: number;
  className: string | undefined;
}) {
  const top = 118 - height;
  const seam = top + height * 0.6;
  return (
    <g className={className}>
      <rect x={x} y={top} width={width} height={height} rx="7" />
      <path d={`M${x} ${seam}h${width}`} className={styles.seam} />
      <path
        d={`M${x + 8} ${seam - height * 0.28}v${height * 0.2}M${x + 8} ${seam + 8}v${height * 0.14}`}
        className={styles.handle}
      />
    </g>
  );
}

function ShopWindow() {
  return (
    <svg aria-hidden="true" className={styles.window} viewBox="0 0 320 132">
      <path d="M0 28h320v104H0z" className={styles.glass} />
      <path d="M320 28v104H176z" className={styles.gleam} />
      <ShownFridge x={34} width={56} height={72} className={styles.small} />
      <ShownFridge x={124} width={72} height={86} className={styles.big} />
      <ShownFridge x={232} width={52} height={66} className={styles.small} />
      <path d="M0 118h320v14H0z" className={styles.floor} />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((stripe) => (
        <path
          key={stripe}
          d={`M${stripe * 40} 0h40v22a20 16 0 0 1-40 0Z`}
          className={stripe % 2 === 0 ? styles.stripeDark : styles.stripeLight}
        />
      ))}
    </svg>
  );
}
