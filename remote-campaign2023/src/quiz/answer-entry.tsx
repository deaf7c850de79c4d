import { type EventWord, fill, type HostServices } from '@fridge/shared-contracts';
import { campaignCalls, campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { BindFridge, Button, useSlowAppLabel, useStore } from '@fridge/shared-ui';
import { useScreenHost } from '@fridge/shared-ui/internal';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import { CAMPAIGN_WINDOW } from '../window.ts';
import styles from './answer-entry.module.css';
import { QuizDialog } from './quiz-dialog.tsx';
import { isQuizStarting, isWaitingForApp, type QuizState } from './quiz-machine.ts';
import { useQuiz } from './use-quiz.ts';

interface AnswerEntryProps<Name extends string> {
  /** Prefix of its html ids. */
  id: string;
  label: string;
  note: string;
  track: EventWord<Name>;
  /** On the guide, whose text the pop-up covers. Default: `false`. */
  isGuide?: boolean;
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
export function AnswerEntry<const Name extends string>(props: AnswerEntryProps<Name>) {
  const host = useScreenHost();
  const { id, label, note, className, edge } = props;
  if (host !== null) return <LiveEntry host={host} {...props} />;
  return (
    <div className={className} data-live="">
      {edge}
      <EntryButton id={id} note={note} busyLabel={copy['campaign.home.checking']}>
        {label}
      </EntryButton>
    </div>
  );
}

function LiveEntry<const Name extends string>({
  host,
  id,
  label,
  note,
  track,
  isGuide = false,
  className,
  edge,
  bindClassName,
}: AnswerEntryProps<Name> & { host: HostServices }) {
  const { state, send } = useQuiz(host);
  const { missing, bind, area } = useFridge(host, state.phase === 'noFridge');
  const hasCoupon = useHasCoupon(host, state);
  const slowAppLabel = useSlowAppLabel(isWaitingForApp(state));

  const start = () => {
    host.tracking.click(track);
    send({ type: 'start', windowState: host.windows.stateOf(CAMPAIGN_WINDOW) });
  };

  return (
    <>
      <div ref={area} className={missing ? bindClassName : className} data-live="">
        {missing ? (
          <BindFridge onBind={bind} />
        ) : (
          <>
            {edge}
            <EntryButton
              id={id}
              note={
                hasCoupon ? fill(copy['campaign.coupon.minimum'], { n: campaignTerms.couponMinimumPaymentYuan }) : note
              }
              busy={isQuizStarting(state)}
              busyLabel={slowAppLabel ?? copy[hasCoupon ? 'campaign.home.opening' : 'campaign.home.checking']}
              onClick={start}
            >
              {hasCoupon ? copy['campaign.home.toCoupon'] : label}
            </EntryButton>
          </>
        )}
      </div>
      <QuizDialog host={host} state={state} send={send} leadsToGuide={!isGuide} />
    </>
  );
}

function EntryButton({ id, note, ...button }: ComponentProps<typeof Button> & { id: string; note: string }) {
  return (
    <>
      <Button wide className={styles.button} aria-describedby={`${id}-note`} {...button} />
      <p id={`${id}-note`} className={styles.note}>
        {note}
      </p>
    </>
  );
}

/** Whether the user holds the coupon, by a quiet request or by the quiz. */
function useHasCoupon(host: HostServices, { phase }: QuizState): boolean {
  const { status, userId, mobile, homeId, fridge } = useStore(host.session);
  const fridgeId = fridge?.fridgeId ?? '';
  const [holder, setHolder] = useState('');
  const found = phase === 'won' || phase === 'leaving';
  if (found && userId !== '' && holder !== userId) setHolder(userId);

  useEffect(() => {
    if (
      !host.environment.inApp ||
      status !== 'user' ||
      fridgeId === '' ||
      host.windows.stateOf(CAMPAIGN_WINDOW) !== 'open'
    )
      return undefined;
    const leaving = new AbortController();
    const household = { userId, phone: mobile, fridgeId, homeId };
    void host.requests
      .call(campaignCalls.isDirect, household, { quiet: true, signal: leaving.signal })
      .then((answer) => {
        if (answer.ok && answer.data === null) setHolder(userId);
      });
    return () => leaving.abort();
  }, [host, status, userId, mobile, fridgeId, homeId]);

  return userId !== '' && holder === userId;
}

/**
 * Whether the home lacks a fridge. Once one is bound, the button in `area` gets the focus.
 * @param denied an action was refused because there is none
 */
function useFridge(host: HostServices, denied: boolean) {
  const session = useStore(host.session);
  const missing = session.needsFridge || (denied && session.fridge === null);
  const area = useRef<HTMLDivElement>(null);
  const wasMissing = useRef(missing);

  useEffect(() => {
    const focusLost = document.activeElement === document.body || document.activeElement === null;
    if (wasMissing.current && !missing && focusLost)
      area.current?.querySelector('button')?.focus({ preventScroll: true });
    wasMissing.current = missing;
  }, [missing]);

  const bind = () => {
    host.tracking.click('campaign.bind');
    return host.session.bindFridge();
  };

  return { missing, bind, area };
}
