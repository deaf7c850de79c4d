import { commonCopy, type EventWord, fill, type HostServices } from '@fridge/shared-contracts';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { BindFridge, Button, useAppIsSlow } from '@fridge/shared-ui';
import { type ReactNode, useId } from 'react';
import { CAMPAIGN_WINDOW } from '../window.ts';
import { copy } from '../copy.ts';
import styles from './answer-entry.module.css';
import { isQuizStarting, isWaitingForApp, type QuizState } from './quiz-machine.ts';
import { QuizDialog } from './quiz-dialog.tsx';
import { useCouponHeld } from './use-coupon-held.ts';
import { useQuiz } from './use-quiz.ts';
import { useFridge } from './use-fridge.ts';

interface AnswerEntryProps<Name extends string> {
  host: HostServices;
  label: string;
  note: string;
  track: EventWord<Name>;
  /** Class of the frame around button and note. */
  className?: string | undefined;
  edge?: ReactNode;
  /** Class of the frame around `BindFridge`. */
  bindClassName?: string | undefined;
}

/**
 * The quiz button with its note and pop-up; without a fridge, the invitation to bind one (spec sections 2, 4 and 6).
 * Holders of the coupon are led to it.
 */
export function AnswerEntry<const Name extends string>({ host, label, note, track, className, edge, bindClassName }: AnswerEntryProps<Name>) {
  const { state, send } = useQuiz(host);
  const { missing, bind, area } = useFridge(host, state.phase === 'noFridge');
  const held = useCouponHeld(host, state);
  const busyLabel = useBusyLabel(state, held);
  const noteId = useId();

  const start = () => {
    host.tracking.click(track);
    send({ type: 'start', windowState: host.windows.stateOf(CAMPAIGN_WINDOW) });
  };

  return (
    <>
      <div ref={area} className={missing ? bindClassName : className}>
        {missing ? (
          <BindFridge onBind={bind} />
        ) : (
          <>
            {edge}
            <Button
              wide
              className={styles.button}
              busy={isQuizStarting(state)}
              busyLabel={busyLabel}
              aria-describedby={noteId}
              onClick={start}
            >
              {held ? copy['campaign.home.toCoupon'] : label}
            </Button>
            <p id={noteId} className={styles.note}>
              {held ? fill(copy['campaign.coupon.minimum'], { n: campaignTerms.couponMinimumPaymentYuan }) : note}
            </p>
          </>
        )}
      </div>
      <QuizDialog host={host} state={state} send={send} />
    </>
  );
}

function useBusyLabel(state: QuizState, held: boolean): string {
  const appIsSlow = useAppIsSlow(isWaitingForApp(state));
  if (appIsSlow) return fill(commonCopy['common.waitingApp']);
  return copy[held ? 'campaign.home.opening' : 'campaign.home.checking'];
}
