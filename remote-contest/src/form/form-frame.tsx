import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { Button, Phrases, Skeleton, useStore } from '@fridge/shared-ui';
import { type ReactNode, useRef } from 'react';
import { copy } from '../copy.ts';
import kitchen from '../theme/kitchen.module.css';
import { SubmitBar } from './submit-bar.tsx';
import { isLocked } from './submission-machine.ts';
import { type SubmissionPlan, useSubmission } from './use-submission.ts';
import styles from './form-frame.module.css';
import { leadTo, type ShownProblem, useShownProblem } from './use-shown-problem.ts';
import type { WorkForm } from './work-form.ts';

export interface FormFrameProps<Values> {
  host: HostServices;
  form: WorkForm<Values>;
  plan: SubmissionPlan<Values>;
  /** A form that doesn't show goes on with its uploads and its submission. */
  shown?: boolean;
  /** Accessible name. */
  label: string;
  submitLabel: string;
  submittingLabel: string;
  children: (problem: ShownProblem) => ReactNode;
}

/** What both forms have around their fields: the draft's notes, the way to a problem, and the submit button. */
export function FormFrame<Values>({ host, form, plan, shown = true, label, submitLabel, submittingLabel, children }: FormFrameProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const state = useStore(form);
  const problem = useShownProblem(element, state.problem);
  const leadToPicture = (id: string) => leadTo(element.current?.querySelector<HTMLElement>(`:is([data-picture="${CSS.escape(id)}"], [data-photo="${CSS.escape(id)}"]) button`));
  const submission = useSubmission(host, form, plan, leadToPicture);
  const locked = isLocked(submission.state);

  const discard = async () => {
    host.tracking.click('contest.draft.discard');
    const agreed = await host.feedback.confirm({
      title: copy['contest.upload.draft.discard'],
      description: copy['contest.upload.draft.discardDesc'],
      confirm: copy['contest.upload.draft.discard'],
      cancel: commonCopy['common.cancel'],
      danger: true,
    });
    if (agreed) await form.clear();
  };

  if (state.opening) return shown ? <Opening /> : null;
  return (
    <form ref={element} noValidate aria-label={label} hidden={!shown} className={styles.form} onSubmit={(event) => event.preventDefault()}>
      {state.unkept && <output className={kitchen.note}><Phrases text={copy['contest.upload.draft.off']} /></output>}
      {/* What is being sent doesn't change under way. */}
      <div className={styles.fields} inert={locked}>
        {children(problem)}
        {state.touched && <Button tone="text" className={styles.discard} onClick={() => void discard()}>{copy['contest.upload.draft.discard']}</Button>}
      </div>
      <SubmitBar label={submitLabel} busyLabel={submittingLabel} busy={locked} refusal={state.refusal} onSubmit={submission.submit} />
    </form>
  );
}

/** A kept draft is being looked for, or the work that is edited. */
export function Opening() {
  return (
    <div className={styles.fields}>
      <output className={kitchen.unseen}>{commonCopy['common.loading']}</output>
      <Skeleton className={styles.shapeLine} />
      <Skeleton className={styles.shapeText} />
      <Skeleton className={styles.shapeText} />
    </div>
  );
}
