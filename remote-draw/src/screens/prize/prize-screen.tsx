import { fill, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import { Button, joinClasses, Loaded, Phrases, Skeleton } from '@fridge/shared-ui';
import { Fridge } from '@fridge/shared-ui/internal';
import type { ReactNode } from 'react';
import { copy } from '../../copy.ts';
import { PrizeCard } from '../../prizes/prize-card.tsx';
import { usePrizes } from '../../prizes/use-prizes.ts';
import { paperFailure, paperScreen } from '../../theme/paper-screen.tsx';
import theme from '../../theme/theme.module.css';
import { DRAW_WINDOW } from '../../window.ts';
import styles from './prize-screen.module.css';

/** The user's prizes (spec section 2, "Prize list"; copy deck 4.5). */
export const { Shell, Screen } = paperScreen({
  heading: copy['draw.prize.heading'],
  Shape,
  outside: <OutsideApp host={null} />,
  Content: Prizes,
});
export default Screen;

function Prizes({ host }: ScreenProps) {
  return (
    <Loaded
      read={usePrizes(host)}
      skeleton={<Shape />}
      failure={paperFailure}
      needsLogin={host.environment.inApp ? undefined : <OutsideApp host={host} />}
    >
      {(prizes, missing) =>
        prizes.length === 0 && missing === null ? (
          <Empty host={host} />
        ) : (
          <ul className={styles.list}>
            {prizes.map((prize) => (
              <li key={prize.id}>
                <PrizeCard prize={prize} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** Outside the app the prizes are unknown. */
function OutsideApp({ host }: { host: HostServices | null }) {
  const leave = () => {
    if (host === null) return;
    host.tracking.click('draw.prize.outside');
    host.sharing.openLanding('activity');
  };
  return (
    <Notice title={<Phrases text={fill(copy['draw.prize.outside.title'])} before="里查看" />}>
      <p className={styles.text}>
        <Phrases text={fill(copy['draw.prize.outside.desc'])} />
      </p>
      <Button data-action="draw.prize.outside" onClick={leave}>
        {fill(copy['draw.prize.outside.button'])}
      </Button>
    </Notice>
  );
}

function Empty({ host: { navigation, windows } }: ScreenProps) {
  return (
    <Notice title={copy['draw.prize.empty.title']}>
      {navigation.opens('/draw') && windows.stateOf(DRAW_WINDOW) === 'open' && (
        <>
          <p className={styles.text}>{copy['draw.prize.empty.desc']}</p>
          <Button onClick={() => navigation.push('/draw')}>{copy['draw.prize.empty.button']}</Button>
        </>
      )}
    </Notice>
  );
}

/** In place of the list. */
function Notice({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className={joinClasses(theme.paper, styles.notice)}>
      <Fridge id="prize-fridge-" className={styles.fridge} />
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
  );
}

function Shape() {
  return (
    <div className={styles.list}>
      {['first', 'second', 'third'].map((position) => (
        <div key={position} className={joinClasses(theme.paper, styles.shape)}>
          <Skeleton className={styles.shapePicture} />
          <Skeleton lines={2} />
          <Skeleton className={styles.shapeButton} />
        </div>
      ))}
    </div>
  );
}
