import { fill, formatCopy, type HostServices, type ScreenProps, windowText } from '@fridge/shared-contracts';
import {
  BindFridge,
  Button,
  ChevronIcon,
  InfoIcon,
  joinClasses,
  KeepFocus,
  Loaded,
  PathLink,
  Phrases,
  ShareIcon,
  unseen,
  useSlowAppLabel,
  useStore,
} from '@fridge/shared-ui';
import { GiftIcon } from '@fridge/shared-ui/internal';
import { useEffect, useState } from 'react';
import { type Chances, useChances } from '../../draw/use-chances.ts';
import { copy } from '../../copy.ts';
import { type DrawState, isDrawing, isTurning } from '../../draw/draw-machine.ts';
import { useDraw } from '../../draw/use-draw.ts';
import { EarnDialog, NoChanceDialog } from '../../earn/earn-dialog.tsx';
import { REPORT, rewardsSharing, useDrawSharing } from '../../earn/use-draw-sharing.ts';
import { ResultDialog } from '../../draw/result-dialog.tsx';
import { FestivalWall, Lantern } from '../../theme/festival.tsx';
import theme from '../../theme/theme.module.css';
import { Wheel } from '../../wheel/wheel.tsx';
import { DRAW_WINDOW } from '../../window.ts';
import styles from './draw-screen.module.css';

/** The prize draw (spec sections 2 and 4; copy deck 4.1). Reading works anywhere; drawing asks the host first. */
export default function DrawScreen({ host }: ScreenProps) {
  const chances = useChances(host);
  const surplus = chances.result.phase === 'ready' ? chances.result.data : null;
  const draw = useDraw(host, chances);
  const [earning, setEarning] = useState(false);
  const slowAppLabel = useSlowAppLabel(draw.state.phase === 'checking');
  const period = windowText(host.windows.bounds(DRAW_WINDOW));
  const rewarded = rewardsSharing(host);
  const hasNoFridge = draw.state.phase === 'noFridge';
  const needsFridge = useStore(host.session).needsFridge || hasNoFridge;
  const reportEarns = host.navigation.opens(REPORT) && surplus?.hasReport !== false;
  const { state } = draw;
  useDrawSharing(host, chances);
  useEffect(() => host.header.set({ share: true }), [host]);

  const earn = () => {
    draw.dismiss();
    setEarning(true);
  };

  return (
    <div className={joinClasses(theme.theme, styles.screen)}>
      <FestivalWall lit />
      <Lantern className={joinClasses(styles.lantern, styles.left)} />
      <Lantern className={joinClasses(styles.lantern, styles.right)} />
      <header className={styles.head}>
        <h1 className={joinClasses(theme.display, styles.heading)}>
          <Phrases text={copy['draw.wheel.heading']} />
        </h1>
        <p className={styles.slogan}>{copy['draw.wheel.slogan']}</p>
        {period !== null && (
          <p className={styles.time}>
            <Phrases text={fill(copy['draw.wheel.time'], { period })} />
          </p>
        )}
      </header>
      <KeepFocus className={hasNoFridge ? styles.bind : joinClasses(styles.front, isTurning(state) && styles.lit)}>
        {hasNoFridge ? (
          <BindFridge onBind={() => host.session.bindFridge()} />
        ) : (
          <>
            <div className={styles.door}>
              <Wheel state={state} onStopped={draw.stopped} />
            </div>
            <div className={styles.gap} aria-hidden="true">
              <span className={styles.glow} />
            </div>
            <div className={styles.drawer}>
              <Button
                wide
                className={styles.spin}
                busy={isDrawing(state)}
                busyLabel={slowAppLabel ?? copy['draw.wheel.spinning']}
                onClick={draw.tap}
              >
                {copy['draw.wheel.spin']}
              </Button>
              <RemainingDraws chances={chances} />
            </div>
          </>
        )}
      </KeepFocus>
      <WheelLinks host={host} onEarn={rewarded && !needsFridge ? () => setEarning(true) : undefined} />
      {/* `aria-live` and no output element: a dialog hides the page behind it from screen readers, all but what carries it. */}
      <p className={unseen} aria-live="polite">
        {announcement(state)}
      </p>
      <ResultDialog host={host} result={state.phase === 'result' ? state.result : null} onClose={draw.dismiss} />
      <NoChanceDialog
        host={host}
        open={state.phase === 'noChance'}
        everHad={surplus?.everHad ?? null}
        reportEarns={reportEarns}
        onClose={draw.dismiss}
        onEarn={rewarded ? earn : undefined}
      />
      {rewarded && (
        <EarnDialog host={host} open={earning} reportEarns={reportEarns} onClose={() => setEarning(false)} />
      )}
    </div>
  );
}

/** For screen readers (copy deck 4.1). */
function announcement(state: DrawState): string {
  if (state.phase === 'spinning') return copy['draw.wheel.spinStart.aria'];
  if (state.phase !== 'result') return '';
  if (state.result.kind === 'thanks') return copy['draw.wheel.resultNone.aria'];
  const { level, giftName } = state.result;
  return fill(copy['draw.wheel.resultWin.aria'], { level: formatCopy[`fmt.level.${level}`], giftName });
}

/** Earning is offered only where sharing may be rewarded. */
function WheelLinks({ host, onEarn }: { host: HostServices; onEarn?: (() => void) | undefined }) {
  return (
    <nav className={styles.links}>
      {onEarn && (
        <button type="button" className={styles.earn} onClick={onEarn}>
          <ShareIcon />
          {copy['draw.earn.title']}
          <ChevronIcon />
        </button>
      )}
      <PathLink host={host} to="/prize" track="draw.wheel.prize" className={styles.link}>
        <GiftIcon />
        {copy['draw.wheel.prizeLink']}
      </PathLink>
      <PathLink host={host} to="/draw/rule" track="draw.wheel.rule" className={styles.link}>
        <InfoIcon />
        {copy['draw.wheel.ruleLink']}
      </PathLink>
    </nav>
  );
}

/** All states have the same size: no layout shift. */
function RemainingDraws({ chances }: { chances: Chances }) {
  return (
    <Loaded
      className={styles.room}
      read={chances}
      skeleton={<p className={styles.quiet}>{copy['draw.wheel.remainingLoading']}</p>}
      failure={{ className: styles.uncounted, tone: 'text' }}
      needsLogin={null}
    >
      {({ left }, missing) =>
        missing === null && <p className={styles.count}>{fill(copy['draw.wheel.remaining'], { n: left })}</p>
      }
    </Loaded>
  );
}
