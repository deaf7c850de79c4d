import { fill, formatCopy, type HostServices, type ShellProps, windowText } from '@fridge/shared-contracts';
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
import { GiftIcon, screenOf, useScreenHost } from '@fridge/shared-ui/internal';
import { type ReactNode, useEffect, useState } from 'react';
import { useChances } from '../../draw/use-chances.ts';
import { copy } from '../../copy.ts';
import { type DrawState, idle, isDrawing, isTurning } from '../../draw/draw-machine.ts';
import { useDraw } from '../../draw/use-draw.ts';
import { REPORT, rewardsSharing, useDrawSharing } from '../../earn/use-draw-sharing.ts';
import { lateDialogs } from '../../draw/late-dialogs.ts';
import { Drawing } from '../../theme/gift-art.tsx';
import lantern from '../../theme/lantern.svg?raw';
import noFridge from '../../theme/no-fridge.svg';
import theme from '../../theme/theme.module.css';
import { Wheel } from '../../wheel/wheel.tsx';
import { DRAW_WINDOW } from '../../window.ts';
import styles from './draw-screen.module.css';

/** The prize draw (spec sections 2 and 4; copy deck 4.1). Reading works anywhere; drawing asks the host first. */
export function Shell({ period }: ShellProps) {
  const host = useScreenHost();
  const time = windowText(period);
  return (
    <div className={joinClasses(theme.theme, styles.screen)}>
      {['left', 'right'].map((side) => (
        <Drawing key={side} drawing={lantern} viewBox="0 0 60 150" className={styles.lantern} />
      ))}
      <header>
        <h1 className={joinClasses(theme.display, styles.heading)}>
          <Phrases text={copy['draw.wheel.heading']} />
        </h1>
        <p className={styles.slogan}>{copy['draw.wheel.slogan']}</p>
        {time !== null && (
          <p className={styles.time}>
            <Phrases text={fill(copy['draw.wheel.time'], { period: time })} />
          </p>
        )}
      </header>
      {host === null ? (
        <Stage state={idle} label={copy['draw.wheel.spin']} remaining={counting} />
      ) : (
        <LiveStage host={host} />
      )}
    </div>
  );
}

export const header = { share: true };
export default screenOf(Shell, DRAW_WINDOW, header);

function LiveStage({ host }: { host: HostServices }) {
  const chances = useChances(host);
  const surplus = chances.result.phase === 'ready' ? chances.result.data : null;
  const { state, isSpent, tap, stopped, dismiss } = useDraw(host, chances);
  const [earning, setEarning] = useState(false);
  const slowAppLabel = useSlowAppLabel(state.phase === 'checking');
  const { fridge, needsFridge } = useStore(host.session);
  const lacksFridge = state.phase === 'noFridge' && fridge === null;
  const rewarded = rewardsSharing(host);
  const reportEarns = host.navigation.opens(REPORT) && surplus?.hasReport !== false;
  useDrawSharing(host, chances);
  const landsOn = state.phase === 'landing' ? state.drawn.result.won?.kind : undefined;
  const dialogs = useStore(lateDialogs);
  const isCounted = surplus !== null;
  // Not before: the first tap needs the line.
  useEffect(() => {
    if (isCounted) lateDialogs.preload();
  }, [isCounted]);
  useEffect(() => {
    if (landsOn === 'physical') dialogs?.lateMoment.preload();
  }, [landsOn, dialogs]);

  const earn = () => {
    lateDialogs.preload();
    dismiss();
    setEarning(true);
  };
  const onEarn = rewarded && !needsFridge && !lacksFridge ? earn : undefined;
  const leadsToEarn = onEarn && isSpent && !isDrawing(state) && host.windows.stateOf(DRAW_WINDOW) === 'open';

  return (
    <>
      <Stage
        state={state}
        label={copy[leadsToEarn ? 'draw.wheel.earn' : 'draw.wheel.spin']}
        busyLabel={slowAppLabel}
        onTap={leadsToEarn ? earn : tap}
        onStopped={stopped}
        onBind={lacksFridge ? () => host.session.bindFridge() : undefined}
        onEarn={onEarn}
        remaining={
          <Loaded
            read={chances}
            skeleton={counting}
            failure={{ className: styles.uncounted, tone: 'text' }}
            needsLogin={null}
          >
            {({ left }, missing) =>
              missing === null && <p className={styles.count}>{fill(copy['draw.wheel.remaining'], { n: left })}</p>
            }
          </Loaded>
        }
      />
      {dialogs && (
        <>
          <dialogs.ResultDialog result={state.phase === 'result' ? state.result : null} onClose={dismiss} />
          <dialogs.NoChanceDialog
            open={state.phase === 'noChance'}
            everHad={surplus?.everHad ?? null}
            reportEarns={reportEarns}
            onClose={dismiss}
            onEarn={rewarded ? earn : undefined}
          />
          <dialogs.EarnDialog open={earning} reportEarns={reportEarns} onClose={() => setEarning(false)} />
        </>
      )}
    </>
  );
}

interface StageProps {
  state: DrawState;
  /** The draws left. All states have the same size: no layout shift. */
  remaining: ReactNode;
  label: string;
  busyLabel?: string | undefined;
  onTap?: () => void;
  /** The wheel is at rest. */
  onStopped?: () => void;
  /** For a user without a fridge. */
  onBind?: (() => Promise<void>) | undefined;
  /** Absent where sharing must not be rewarded. */
  onEarn?: (() => void) | undefined;
}

/** The fridge with the wheel, or the invitation to bind one, and the links. */
function Stage({ state, remaining, label, busyLabel, onTap, onStopped, onBind, onEarn }: StageProps) {
  return (
    <>
      {!onBind && <div className={styles.light} />}
      <KeepFocus className={onBind ? styles.bind : joinClasses(styles.front, isTurning(state) && styles.lit)}>
        {onBind ? (
          <BindFridge scene={noFridge} onBind={onBind} />
        ) : (
          <>
            <div className={styles.door}>
              <Wheel state={state} onStopped={onStopped} />
            </div>
            <div className={styles.gap} />
            <div className={styles.drawer}>
              <Button
                wide
                className={styles.spin}
                data-action="draw.wheel.spin"
                busy={isDrawing(state)}
                busyLabel={busyLabel ?? copy['draw.wheel.spinning']}
                onClick={onTap}
              >
                {label}
              </Button>
              <div className={styles.room} data-live="">
                {remaining}
              </div>
            </div>
          </>
        )}
      </KeepFocus>
      <nav className={styles.links} data-live="">
        {onEarn && (
          <button type="button" className={styles.earn} onClick={onEarn}>
            <ShareIcon />
            {copy['draw.earn.title']}
            <ChevronIcon />
          </button>
        )}
        <PathLink to="/prize" track="draw.wheel.prize">
          <GiftIcon />
          {copy['draw.wheel.prizeLink']}
        </PathLink>
        <PathLink to="/draw/rule" track="draw.wheel.rule">
          <InfoIcon />
          {copy['draw.wheel.ruleLink']}
        </PathLink>
      </nav>
      {/* `aria-live` and no output element: a dialog hides the page behind it from screen readers, all but what carries it. */}
      <p className={unseen} aria-live="polite">
        {announcement(state)}
      </p>
    </>
  );
}

/** For screen readers (copy deck 4.1). */
function announcement(state: DrawState): string {
  if (state.phase === 'spinning') return copy['draw.wheel.spinStart.aria'];
  if (state.phase !== 'result') return '';
  const { won } = state.result;
  if (won === null) return copy['draw.wheel.resultNone.aria'];
  return fill(copy['draw.wheel.resultWin.aria'], {
    level: formatCopy[`fmt.level.${won.level}`],
    giftName: won.giftName,
  });
}

const counting = <p className={styles.quiet}>{copy['draw.wheel.remainingLoading']}</p>;
