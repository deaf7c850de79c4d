import { fill, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { Button, joinClasses, Loaded, Phrases, Skeleton, useStore } from '@fridge/shared-ui';
import { Fridge } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import { DRAW_WINDOW } from '../../window.ts';
import { CouponCard } from '../../prizes/coupon-card.tsx';
import { PrizeCard } from '../../prizes/prize-card.tsx';
import { prizeKind, usePrizes } from '../../prizes/use-prizes.ts';
import { PaperPage, paperFailure } from '../../theme/paper-page.tsx';
import theme from '../../theme/theme.module.css';
import styles from './prize-screen.module.css';

/** The user's prizes (spec section 2, "Prize list"; copy deck 4.5). */
export default function PrizeScreen({ host }: ScreenProps) {
  const read = usePrizes(host);
  useStore(host.windows);
  return (
    <PaperPage heading={copy['draw.prize.heading']}>
      <Loaded
        read={read}
        skeleton={<Shape />}
        failure={paperFailure}
        needsLogin={host.environment.inApp ? undefined : <OutsideApp host={host} />}
      >
        {(prizes, missing) =>
          prizes.length === 0 && missing === null ? <Empty host={host} /> : <Prizes host={host} prizes={prizes} />
        }
      </Loaded>
    </PaperPage>
  );
}

function Prizes({ host, prizes }: { host: HostServices; prizes: readonly Prize[] }) {
  return (
    <ul className={styles.list}>
      {prizes.map((prize) => {
        const kind = prizeKind(prize);
        return (
          <li key={prize.id}>
            {kind === 'coupon' ? (
              <CouponCard host={host} prize={prize} />
            ) : (
              <PrizeCard host={host} prize={prize} kind={kind} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Shape() {
  return (
    <div className={styles.list}>
      {['first', 'second', 'third'].map((position) => (
        <div key={position} className={styles.shape}>
          <Skeleton className={styles.shapePicture} />
          <Skeleton lines={2} className={styles.shapeLines} />
          <Skeleton className={styles.shapeButton} />
        </div>
      ))}
    </div>
  );
}

/** Outside the app the prizes are unknown. */
function OutsideApp({ host }: { host: HostServices }) {
  const leave = () => {
    host.tracking.click('draw.prize.outside');
    host.sharing.openLanding('activity');
  };
  return (
    <div className={joinClasses(theme.paper, styles.empty)}>
      <Fridge mood="smile" className={styles.fridge} />
      <h2 className={styles.title}>
        <Phrases text={fill(copy['draw.prize.outside.title'])} before="里查看" />
      </h2>
      <p className={styles.text}>
        <Phrases text={fill(copy['draw.prize.outside.desc'])} />
      </p>
      <Button className={styles.go} onClick={leave}>
        {fill(copy['draw.prize.outside.button'])}
      </Button>
    </div>
  );
}

function Empty({ host }: { host: HostServices }) {
  const canDraw = host.navigation.opens('/draw') && host.windows.stateOf(DRAW_WINDOW) === 'open';
  return (
    <div className={joinClasses(theme.paper, styles.empty)}>
      <Fridge mood="smile" className={styles.fridge} />
      <h2 className={styles.title}>{copy['draw.prize.empty.title']}</h2>
      {canDraw && <p className={styles.text}>{copy['draw.prize.empty.desc']}</p>}
      {canDraw && (
        <Button className={styles.go} onClick={() => host.navigation.push('/draw')}>
          {copy['draw.prize.empty.button']}
        </Button>
      )}
    </div>
  );
}
