import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { Button, joinClasses, leadTo, Phrases, Skeleton, useStore } from '@fridge/shared-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { copy } from '../copy.ts';
import kitchen from '../theme/kitchen.module.css';
import styles from './form-frame.module.css';
import { type SubmissionPlan, useSubmission } from './use-submission.ts';
import type { FormValues } from './form-kinds.ts';
import type { WorkForm } from './work-form.ts';

export interface FieldsProps<Values extends FormValues> {
  host: HostServices;
  form: WorkForm<Values>;
}

interface FormFrameProps<Values extends FormValues> {
  host: HostServices;
  form: WorkForm<Values>;
  plan: SubmissionPlan;
  /** A hidden form continues uploads and submission. */
  shown?: boolean;
  label: string;
  children: ReactNode;
}

/** Adds draft notes, focus on a problem, and a submit button. */
export function FormFrame<Values extends FormValues>({
  host,
  form,
  plan,
  shown = true,
  label,
  children,
}: FormFrameProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const { problem, refusal, opening, touched, draftsOff } = useStore(form);
  const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
  const { locked, submit } = useSubmission(host, form, plan, (id) => {
    const picture = CSS.escape(id);
    leadTo(find(`:is([data-picture="${picture}"], [data-step-picture="${picture}"]) button`));
  });

  useEffect(() => {
    // A locked form is inert.
    if (problem === null || locked) return;
    const field = `[data-field="${problem.field}"]`;
    const step = problem.step === undefined ? '' : `[data-step="${problem.step}"]`;
    // A full list has no add button: focus its first picture.
    leadTo(element.current?.querySelector<HTMLElement>(`${field}${step}, ${field} button`));
  }, [problem, locked]);

  const discard = async () => {
    host.tracking.click('contest.draft.discard');
    const agreed = await host.feedback.confirm({
      title: copy['contest.upload.draft.discard'],
      description: copy['contest.upload.draft.discardDesc'],
      confirm: copy['contest.upload.draft.discard'],
      cancel: commonCopy['common.cancel'],
      danger: true,
    });
    if (agreed) form.clear();
  };

  if (opening) return shown ? <FormShape /> : null;
  return (
    <form
      ref={element}
      noValidate
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
      <SubmitBar place={plan.place} busy={locked} refusal={refusal} onSubmit={submit} />
    </form>
  );
}

export function FormShape() {
  return (
    <div className={styles.fields}>
      <Skeleton className={styles.shapeLine} />
      <Skeleton className={styles.shapeText} />
      <Skeleton className={styles.shapeText} />
    </div>
  );
}

interface SubmitBarProps extends Pick<SubmissionPlan, 'place'> {
  busy: boolean;
  /** Why the last submission failed, until the form changes. */
  refusal: string | null;
  onSubmit: () => void;
}

/** Stays above the keyboard (look, "Contest: a warm kitchen"). */
function SubmitBar({ place, busy, refusal, onSubmit }: SubmitBarProps) {
  const bar = useRef<HTMLDivElement>(null);

  // iOS doesn't resize the layout viewport for its keyboard.
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const follow = () => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      // Pinching shrinks the viewport too; a keyboard opens at scale 1.
      bar.current?.style.setProperty('--keyboard', viewport.scale > 1.01 ? '0px' : `${Math.round(covered)}px`);
    };
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
    };
  }, []);

  return (
    <div ref={bar} className={joinClasses(kitchen.bar, styles.bar)}>
      {refusal !== null && (
        <p className={styles.refusal}>
          <Phrases text={refusal} />
        </p>
      )}
      <Button
        wide
        className={kitchen.mainButton}
        busy={busy}
        busyLabel={copy[`contest.${place}.submitting`]}
        onClick={onSubmit}
      >
        {copy[`contest.${place}.submit`]}
      </Button>
    </div>
  );
}
