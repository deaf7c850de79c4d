import { answerCode, type CallResult, type HostServices, type Household } from '@fridge/shared-contracts';
import { refusedProblem, type UploadEntry, workChangedMessage } from '@fridge/shared-contracts/activities/contest';
import { saveSignedIn } from '@fridge/shared-ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import type { WorkForm } from './work-form.ts';
import { newPictureId } from '../pictures/picture-uploads.ts';
import { pictureAddress, pictureProgress } from '../pictures/picture-machine.ts';
import { findHurdle, isLocked, nextSubmission, type Submission, type SubmissionEvent } from './submission-machine.ts';

/** What makes one form's submission: when it may be, what it sends and what it says. */
export interface SubmissionPlan<Values> {
  entry: () => UploadEntry;
  /**
   * Sends the work.
   * @param addressOf the address of a picture by its id
   * @param requestId the same for the same fields: a work whose answer was lost isn't stored twice
   */
  send: (household: Household, values: Values, addressOf: (id: string) => string, requestId: string, options: { quiet: true }) => Promise<CallResult<unknown>>;
  success: { title: string; description: string; confirm: string };
  /** Asks what becomes of this form, since the work that it began from has been replaced meanwhile. Of an edit alone. */
  onReplaced?: () => Promise<void>;
}

/**
 * Submits a form (spec section 4, "Upload"): locked from the click until a failure, through a login where one is needed;
 * what was typed stays until the server has it. What it failed for stands at its field, or over the button.
 * @param leadToPicture brings a picture that failed into sight
 */
export function useSubmission<Values>(host: HostServices, form: WorkForm<Values>, plan: SubmissionPlan<Values>, leadToPicture: (id: string) => void) {
  const [state, setState] = useState<Submission>({ at: 'editing' });
  const current = useRef(state);
  // Somebody who went elsewhere meanwhile isn't called back; their draft is gone all the same.
  const visit = useRef(new AbortController());
  useEffect(() => {
    const leaving = new AbortController();
    visit.current = leaving;
    return () => leaving.abort();
  }, []);

  const apply = useCallback((event: SubmissionEvent): Submission => {
    // Kept beside React's state: a second press within the same frame must already find the lock.
    current.current = nextSubmission(current.current, event);
    setState(current.current);
    return current.current;
  }, []);

  /** @returns whether the way is free; otherwise the user has been told why not */
  const isFree = (): boolean => {
    const { values } = form.getState();
    const hurdle = findHurdle({ entry: plan.entry(), problem: form.judge(), pictures: pictureProgress(form.uploads.getState(), form.kind.pictureIds(values)) });
    switch (hurdle?.is) {
      case undefined:
        return true;
      case 'closed':
        host.feedback.toast(copy[`contest.entry.${hurdle.entry}.toast`]);
        return false;
      case 'problem':
        form.point(hurdle.problem);
        host.feedback.toast(copy[hurdle.problem.messageKey]);
        return false;
      case 'pictureFailed':
        host.feedback.toast(copy['contest.image.failed']);
        leadToPicture(hurdle.id);
        return false;
      case 'pictureRunning':
        host.feedback.toast(copy['contest.image.wait.toast']);
        return false;
    }
  };

  const showFailure = ({ code, message }: { code: number; message: string }) => {
    if (code === answerCode.conflict && message === workChangedMessage) {
      void plan.onReplaced?.();
      return;
    }
    // A picture that the server has swept meanwhile: its bytes are still here.
    if (code === answerCode.conflict) form.uploads.resendAll();
    const problem = refusedProblem(message, form.kind.fields);
    if (problem === null) form.refuse(message);
    else form.point(problem);
  };

  const submit = async () => {
    if (isLocked(current.current) || !isFree()) return;
    apply({ type: 'pressed' });
    form.refuse(null);
    const { signal } = visit.current;
    const { values } = form.getState();
    const addressOf = (id: string) => pictureAddress(form.uploads.getState(), id);
    const saved = await saveSignedIn(
      host,
      (household, options) => plan.send(household, values, addressOf, requestIdOf(form, values, addressOf), options),
      { owner: form.owner(), signal },
    );
    if (!saved.ok) {
      apply({ type: 'failed' });
      if (saved.reason === 'failed') showFailure(saved.failure);
      return;
    }
    apply({ type: 'accepted' });
    await form.finish();
    if (signal.aborted) return;
    await host.feedback.confirm(plan.success);
    host.navigation.replace('/works');
  };

  return { state, submit: () => void submit() };
}

function requestIdOf<Values>(form: WorkForm<Values>, values: Values, addressOf: (id: string) => string): string {
  const fields = JSON.stringify([values, form.kind.pictureIds(values).map(addressOf)]);
  const before = form.attempt();
  if (before?.fields === fields) return before.requestId;
  const requestId = newPictureId();
  form.setAttempt({ fields, requestId });
  return requestId;
}
