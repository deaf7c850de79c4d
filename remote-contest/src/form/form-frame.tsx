import { commonCopy, type Screen, type ShellProps } from '@fridge/shared-contracts';
import { Button, leadTo, Phrases, Skeleton, unseen, useStore } from '@fridge/shared-ui';
import { screenOf, useScreenHost } from '@fridge/shared-ui/internal';
import { CONTEST_WINDOW } from '@fridge/shared-contracts/activities/contest';
import { type ReactNode, useEffect, useRef } from 'react';
import { copy } from '../copy.ts';
import { Kitchen } from '../theme/kitchen.tsx';
import kitchen from '../theme/kitchen.module.css';
import styles from './form-frame.module.css';
import { laterActions } from './later-actions.ts';
import { type SubmissionOptions, useSubmission } from './use-submission.ts';

/**
 * A screen with a form.
 * @param shape in the shell: the form's skeleton
 * @param outside in the shell, where browsers get something else
 */
export function formScreen(shape: ReactNode, Live: Screen, outside = shape) {
  function Shell({ inApp }: ShellProps) {
    const host = useScreenHost();
    return (
      <Kitchen>
        <div data-live="" className={kitchen.column}>
          {host !== null ? <Live host={host} /> : inApp ? shape : outside}
        </div>
      </Kitchen>
    );
  }
  return { Shell, Screen: screenOf(Shell, CONTEST_WINDOW) };
}

interface FormFrameProps extends SubmissionOptions {
  /** A hidden form continues uploads and submission. */
  shown?: boolean;
  label: string;
  /** While a draft is looked for. */
  shape?: ReactNode;
  children: ReactNode;
}

/** Adds draft notes, focus on a problem, and a submit button. */
export function FormFrame({ shown = true, label, shape, children, ...submission }: FormFrameProps) {
  const { form } = submission;
  const { feedback, tracking } = form.host;
  const element = useRef<HTMLFormElement>(null);
  const { problem, refusal, opening, touched, draftsOff } = useStore(form);
  const { place, locked, submit } = useSubmission(submission, () => leadIn(element.current, '[data-failed]'));

  useEffect(() => {
    // A locked form is inert.
    if (problem === null || locked) return;
    const step = problem.step === undefined ? '' : `[data-step="${problem.step}"]`;
    leadIn(element.current, `[data-field="${problem.field}"]${step}`);
  }, [problem, locked]);

  const discard = async () => {
    tracking.click('contest.draft.discard');
    const agreed = await feedback.confirm({
      title: copy['contest.upload.draft.discard'],
      description: copy['contest.upload.draft.discardDesc'],
      confirm: copy['contest.upload.draft.discard'],
      cancel: commonCopy['common.cancel'],
      danger: true,
    });
    if (agreed) form.clear();
  };

  if (opening) return shown ? (shape ?? <FormShape />) : null;
  return (
    <form
      ref={element}
      aria-label={label}
      hidden={!shown}
      className={styles.form}
      onSubmit={(event) => event.preventDefault()}
    >
      {draftsOff && (
        <output className={kitchen.note}>
          <Phrases text={copy['contest.upload.draft.off']} />
        </output>
      )}
      <div className={styles.fields} inert={locked} aria-hidden={locked || undefined}>
        {children}
        {touched && (
          <Button tone="text" className={styles.discard} onClick={() => void discard()}>
            {copy['contest.upload.draft.discard']}
          </Button>
        )}
      </div>
      <StickyBar>
        {refusal !== null && (
          <p className={styles.refusal}>
            <Phrases text={refusal} />
          </p>
        )}
        <Button
          wide
          {...(shown && laterActions.submit)}
          busy={locked}
          busyLabel={copy[`contest.${place}.submitting`]}
          onClick={submit}
        >
          {copy[`contest.${place}.submit`]}
        </Button>
      </StickyBar>
    </form>
  );
}

const leadIn = (form: HTMLElement | null, selector: string) => leadTo(form?.querySelector<HTMLElement>(selector));

export function FormShape({ heading }: { heading?: string }) {
  return (
    <div className={styles.fields}>
      {heading && <h1 className={unseen}>{heading}</h1>}
      <Skeleton className={styles.shapeLine} />
      <Skeleton className={styles.shapeText} />
      <Skeleton className={styles.shapeText} />
    </div>
  );
}

/** Stays above the keyboard (look, "Contest: a warm kitchen"). */
export function StickyBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);

  // iOS doesn't resize the layout viewport for its keyboard.
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const follow = () => {
      // Pinching shrinks the viewport too; a keyboard opens at scale 1.
      if (!bar.current) return;
      const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      bar.current.style.translate = `0 ${Math.min(0, Math.round(-covered))}px`;
    };
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
    };
  }, []);

  return (
    <div ref={bar} className={kitchen.bar}>
      {children}
    </div>
  );
}
