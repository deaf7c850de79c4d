import type { EventWord, HostServices } from '@fridge/shared-contracts';
import { BindFridge, Button } from '@fridge/shared-ui';
import { type ReactNode, useId } from 'react';
import { CAMPAIGN_PERIOD } from '../campaign-period.ts';
import { copy } from '../copy.ts';
import { isQuizStarting } from './quiz-machine.ts';
import { QuizDialog } from './quiz-dialog.tsx';
import { useQuiz } from './use-quiz.ts';
import styles from './answer-entry.module.css';
import { useFridge } from './use-fridge.ts';

export interface AnswerEntryProps<Name extends string> {
  host: HostServices;
  label: string;
  note: string;
  /** What tracking calls the press. */
  track: EventWord<Name>;
  /** Class of the frame around button and note. */
  className?: string | undefined;
  /** Drawn at the upper edge of that frame. */
  edge?: ReactNode;
  /** Class of the frame around the invitation to bind a fridge. */
  bindClassName?: string | undefined;
}

/**
 * The way into the quiz from home and guide: the button with its note, the pop-up it opens, and in a home without a
 * fridge the invitation to bind one instead (spec sections 2, 4 and 6).
 */
export function AnswerEntry<const Name extends string>({ host, label, note, track, className, edge, bindClassName }: AnswerEntryProps<Name>) {
  const { state, send } = useQuiz(host);
  const { missing, bind, binding, area } = useFridge(host, state.phase === 'noFridge');
  const noteId = useId();

  const start = () => {
    host.tracking.click(track);
    send({ type: 'start', period: host.schedule.state(CAMPAIGN_PERIOD) });
  };

  return (
    <>
      <div ref={area} className={missing ? bindClassName : className}>
        {missing ? (
          <BindFridge
            title={copy['host.bind.title']}
            description={copy['host.bind.desc']}
            buttonLabel={copy['host.bind.button']}
            busy={binding}
            onBind={bind}
          />
        ) : (
          <>
            {edge}
            <Button
              wide
              className={styles.button}
              busy={isQuizStarting(state)}
              busyLabel={copy['campaign.home.checking']}
              aria-describedby={noteId}
              onClick={start}
            >
              {label}
            </Button>
            <p id={noteId} className={styles.note}>{note}</p>
          </>
        )}
      </div>
      <QuizDialog host={host} state={state} send={send} />
    </>
  );
}
