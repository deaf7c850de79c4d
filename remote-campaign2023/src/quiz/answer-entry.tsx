import { type EventWord, fill, type HostServices } from '@fridge/shared-contracts';
import { campaignCalls, campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import {
  BindFridge,
  Button,
  KeepFocus,
  type LoadContext,
  type ServerAnswer,
  useServerData,
  useSlowAppLabel,
  useStore,
} from '@fridge/shared-ui';
import { useScreenHost } from '@fridge/shared-ui/internal';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useEffectEvent } from 'react';
import { copy } from '../copy.ts';
import { CAMPAIGN_WINDOW } from '../window.ts';
import styles from './answer-entry.module.css';
import noFridge from './no-fridge.svg';
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
  const { id, label, note, track, className, edge } = props;
  if (host !== null) return <LiveEntry host={host} {...props} />;
  return (
    <div className={className} data-live="">
      {edge}
      <EntryButton id={id} note={note} data-action={track} busyLabel={copy['campaign.home.checking']}>
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
  const session = useStore(host.session);
  const lacksFridge = session.needsFridge || (state.phase === 'noFridge' && session.fridge === null);
  const hasCoupon = useHasCoupon(host, state);
  const slowAppLabel = useSlowAppLabel(isWaitingForApp(state));

  const bind = () => {
    host.tracking.click('campaign.bind');
    return host.session.bindFridge();
  };
  const start = () => {
    host.tracking.click(track);
    send({ type: 'start', windowState: host.windows.stateOf(CAMPAIGN_WINDOW) });
  };

  return (
    <>
      <KeepFocus className={lacksFridge ? bindClassName : className} data-live="">
        {lacksFridge ? (
          <BindFridge scene={noFridge} onBind={bind} />
        ) : (
          <>
            {edge}
            <EntryButton
              id={id}
              note={
                hasCoupon ? fill(copy['campaign.coupon.minimum'], { n: campaignTerms.couponMinimumPaymentYuan }) : note
              }
              data-action={track}
              busy={isQuizStarting(state)}
              busyLabel={slowAppLabel ?? copy[hasCoupon ? 'campaign.home.opening' : 'campaign.home.checking']}
              onClick={start}
            >
              {hasCoupon ? copy['campaign.home.toCoupon'] : label}
            </EntryButton>
          </>
        )}
      </KeepFocus>
      <QuizDialog host={host} state={state} send={send} isGuide={isGuide} />
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

/** Whether the user holds the coupon, by a quiet read or by the quiz. */
function useHasCoupon(host: HostServices, { phase }: QuizState): boolean {
  const { userId, mobile, homeId, fridge } = useStore(host.session);
  const fridgeId = fridge?.fridgeId ?? '';
  const read = useCallback(
    async ({ signal }: LoadContext): Promise<ServerAnswer<boolean>> => {
      const household = { userId, phone: mobile, fridgeId, homeId };
      const direct = await host.requests.call(campaignCalls.isDirect, household, { quiet: true, signal });
      return direct.ok ? { ok: true, data: direct.data === null } : direct;
    },
    [host, userId, mobile, fridgeId, homeId],
  );
  const reads = host.environment.inApp && fridgeId !== '' && host.windows.stateOf(CAMPAIGN_WINDOW) === 'open';
  const { result, change } = useServerData(host, reads ? read : null, { guest: 'wait' });

  const found = phase === 'won' || phase === 'leaving';
  const keep = useEffectEvent(() => change(() => true));
  useEffect(() => {
    if (found) keep();
  }, [found]);
  return result.phase === 'ready' && result.data;
}
