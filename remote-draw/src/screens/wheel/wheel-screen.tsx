import { commonCopy, fill, formatCopy, type ScreenProps, windowText } from '@fridge/shared-contracts';
import { BindFridge, Button, joinClasses, Phrases, useAppIsSlow, useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { RemainingDraws } from '../../chances/remaining-draws.tsx';
import { useChances } from '../../chances/use-chances.ts';
import { copy } from '../../copy.ts';
import { DRAW_WINDOW } from '../../window.ts';
import { type DrawState, isDrawing, isTurning } from '../../draw/draw-machine.ts';
import { useDraw } from '../../draw/use-draw.ts';
import { EarnDialog } from '../../earn/earn-dialog.tsx';
import { REPORT } from '../../earn/report-path.ts';
import { rewardsSharing, useDrawSharing } from '../../earn/use-draw-sharing.ts';
import { NoChanceDialog } from '../../result/no-chance-dialog.tsx';
import { ResultDialog } from '../../result/result-dialog.tsx';
import { Wheel } from '../../wheel/wheel.tsx';
import { FestivalWall, Lantern } from '../../theme/festival.tsx';
import theme from '../../theme/theme.module.css';
import { FridgeFront } from './fridge-front.tsx';
import styles from './wheel-screen.module.css';
import { WheelLinks } from './wheel-links.tsx';

/** The prize draw (spec sections 2 and 4; copy deck 4.1). Reading works anywhere; drawing asks the host first. */
export default function WheelScreen({ host }: ScreenProps) {
  const chances = useChances(host);
  const draw = useDraw(host, chances);
  const [earning, setEarning] = useState(false);
  const appIsSlow = useAppIsSlow(draw.state.phase === 'checking');
  const period = windowText(host.windows.bounds(DRAW_WINDOW));
  const rewarded = rewardsSharing(host);
  const needsFridge = useStore(host.session).needsFridge || draw.state.phase === 'noFridge';
  const reportEarns = host.navigation.opens(REPORT) && chances.hasReport !== false;
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
        <h1 className={joinClasses(theme.display, styles.heading)}><Phrases text={copy['draw.wheel.heading']} /></h1>
        <p className={styles.slogan}>{copy['draw.wheel.slogan']}</p>
        {period !== null && <p className={styles.time}><Phrases text={fill(copy['draw.wheel.time'], { period })} /></p>}
      </header>
      {state.phase === 'noFridge' ? (
        <BindFridge className={styles.bind} onBind={() => host.session.bindFridge()} />
      ) : (
        <FridgeFront
          lit={isTurning(state)}
          window={<Wheel state={state} onSuccess={draw.stopped} onReturned={draw.stopped} />}
          drawer={
            <>
              <Button wide className={styles.spin} busy={isDrawing(state)} busyLabel={appIsSlow ? fill(commonCopy['common.waitingApp']) : copy['draw.wheel.spinning']} onClick={draw.tap}>
                {copy['draw.wheel.spin']}
              </Button>
              <RemainingDraws chances={chances} />
            </>
          }
        />
      )}
      <WheelLinks host={host} onEarn={rewarded && !needsFridge ? () => setEarning(true) : undefined} />
      {/* `aria-live` and no output element: a dialog hides the page behind it from screen readers, all but what carries it. */}
      <p className={theme.unseen} aria-live="polite">{announcement(state)}</p>
      <ResultDialog host={host} outcome={state.phase === 'result' ? state.outcome : null} onClose={draw.dismiss} />
      <NoChanceDialog host={host} open={state.phase === 'noChance'} everHad={chances.everHad} reportEarns={reportEarns} onClose={draw.dismiss} onEarn={rewarded ? earn : undefined} />
      {rewarded && <EarnDialog host={host} open={earning} reportEarns={reportEarns} onClose={() => setEarning(false)} />}
    </div>
  );
}

/** For screen readers (copy deck 4.1). */
function announcement(state: DrawState): string {
  if (state.phase === 'spinning') return copy['draw.wheel.spinStart.aria'];
  if (state.phase !== 'result') return '';
  if (state.outcome.kind === 'none') return copy['draw.wheel.resultNone.aria'];
  const { level, giftName } = state.outcome;
  return fill(copy['draw.wheel.resultWin.aria'], { level: formatCopy[`fmt.level.${level}`], giftName });
}
