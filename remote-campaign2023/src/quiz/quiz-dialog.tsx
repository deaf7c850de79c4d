import type { HostServices } from '@fridge/shared-contracts';
import { joinClasses, KeepFocus, LoadFailure, Skeleton } from '@fridge/shared-ui';
import { Fridge, useRetryOnline } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import theme from '../theme/theme.module.css';
import { CAMPAIGN_WINDOW } from '../window.ts';
import styles from './quiz-dialog.module.css';
import { isQuizOpen } from './quiz-machine.ts';
import { CouponWon, QuestionForm } from './quiz-steps.tsx';
import type { Quiz } from './use-quiz.ts';

interface QuizDialogProps extends Quiz {
  host: HostServices;
  /** It covers the guide, else it leads there. */
  isGuide: boolean;
}

/** The question pop-up (spec section 2) in the host's dialog, which keeps what it shows while it closes. */
export function QuizDialog({ host, state, send, isGuide }: QuizDialogProps) {
  const { Dialog } = host.feedback;
  const close = () => {
    send({ type: 'close' });
    // Tell a user who declines the coupon now where to find it.
    if (state.phase === 'won' && host.navigation.opens('/prize'))
      host.feedback.toast(copy['campaign.question.later.toast']);
  };
  return (
    <Dialog
      open={isQuizOpen(state)}
      onClose={close}
      title={state.phase === 'won' ? copy['campaign.question.correct.title'] : copy['campaign.question.title']}
      closeLabel={copy['campaign.question.close.aria']}
    >
      <KeepFocus className={joinClasses(theme.theme, styles.content)}>
        <QuizContent host={host} state={state} send={send} isGuide={isGuide} onClose={close} />
      </KeepFocus>
    </Dialog>
  );
}

function QuizContent({ host, state, send, isGuide, onClose }: QuizDialogProps & { onClose: () => void }) {
  useRetryOnline(state.phase, () => {
    // For a guest it would open the login page, unasked.
    if (host.session.getState().status === 'user') send({ type: 'retry' });
  });
  switch (state.phase) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return (
        <LoadFailure
          message={copy['campaign.question.loadFail']}
          illustration={<Fridge mood="unplugged" className={styles.failedFridge} />}
          className={styles.failed}
          isRetrying={false}
          onRetry={() => send({ type: 'retry' })}
        />
      );
    case 'choosing':
    case 'submitting':
      return (
        <QuestionForm
          key={state.question.questionId}
          question={state.question}
          selected={state.selected}
          pending={state.phase === 'submitting'}
          onSelect={(label) => send({ type: 'select', label })}
          onSubmit={() => {
            host.tracking.click('campaign.question.submit');
            send({ type: 'submit', windowState: host.windows.stateOf(CAMPAIGN_WINDOW) });
          }}
          onGuide={() => {
            host.tracking.click('campaign.question.guide');
            onClose();
            if (!isGuide) host.navigation.push('/open');
          }}
        />
      );
    case 'won':
      return (
        <CouponWon
          leaving={state.leaving}
          onTake={() => {
            host.tracking.click('campaign.question.takeCoupon');
            send({ type: 'takeCoupon' });
          }}
          onLater={onClose}
        />
      );
    default:
      return null;
  }
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <p className={styles.loadingText}>{copy['campaign.question.loading']}</p>
      <Skeleton className={styles.loadingProblem} />
      <Skeleton className={styles.loadingOption} />
      <Skeleton className={styles.loadingOption} />
      <Skeleton className={styles.loadingOption} />
    </div>
  );
}
