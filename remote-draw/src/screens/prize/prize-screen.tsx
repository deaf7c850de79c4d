import { fill, type HostServices } from '@fridge/shared-contracts';
import { Button, joinClasses, Loaded, Phrases, Skeleton } from '@fridge/shared-ui';
import { Fridge, screenOf, useScreenHost } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import { PrizeCard } from '../../prizes/prize-card.tsx';
import { usePrizes } from '../../prizes/use-prizes.ts';
import { PaperPage, paperFailure } from '../../theme/paper-page.tsx';
import theme from '../../theme/theme.module.css';
import { DRAW_WINDOW } from '../../window.ts';
import styles from './prize-screen.module.css';

/** The user's prizes (spec section 2, "Prize list"; copy deck 4.5). */
export function Shell() {
  const host = useScreenHost();
  return (
    <PaperPage heading={copy['draw.prize.heading']}>{host === null ? <Shape /> : <Prizes host={host} />}</PaperPage>
  );
}

export default screenOf(Shell, DRAW_WINDOW);

function Prizes({ host }: { host: HostServices }) {
  const { environment, navigation, sharing, tracking, windows } = host;
  const canDraw = navigation.opens('/draw') && windows.stateOf(DRAW_WINDOW) === 'open';
  const leave = () => {
    tracking.click('draw.prize.outside');
    sharing.openLanding('activity');
  };
  // Outside the app the prizes are unknown.
  const outside = (
    <Notice
      title={fill(copy['draw.prize.outside.title'])}
      before="里查看"
      text={fill(copy['draw.prize.outside.desc'])}
      button={fill(copy['draw.prize.outside.button'])}
      onPress={leave}
    />
  );
  return (
    <Loaded
      read={usePrizes(host)}
      skeleton={<Shape />}
      failure={paperFailure}
      needsLogin={environment.inApp ? undefined : outside}
    >
      {(prizes, missing) =>
        prizes.length === 0 && missing === null ? (
          <Notice
            title={copy['draw.prize.empty.title']}
            {...(canDraw && {
              text: copy['draw.prize.empty.desc'],
              button: copy['draw.prize.empty.button'],
              onPress: () => navigation.push('/draw'),
            })}
          />
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

interface NoticeProps {
  title: string;
  /** Where the title may break. */
  before?: string;
  text?: string;
  button?: string;
  onPress?: () => void;
}

/** In place of the list. */
function Notice({ title, before, text, button, onPress }: NoticeProps) {
  return (
    <div className={joinClasses(theme.paper, styles.notice)}>
      <Fridge className={styles.fridge} />
      <h2 className={styles.title}>
        <Phrases text={title} before={before} />
      </h2>
      {text && (
        <p className={styles.text}>
          <Phrases text={text} />
        </p>
      )}
      {button && (
        <Button className={styles.go} onClick={onPress}>
          {button}
        </Button>
      )}
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
