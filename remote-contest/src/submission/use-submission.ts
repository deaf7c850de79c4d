import { answerCode, type CallResult, type HostServices, type Household } from '@fridge/shared-contracts';
import type { UploadEntry } from '@fridge/shared-contracts/activities/contest';
import { useCallback, useEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import type { WorkForm } from '../forms/work-form.ts';
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
  send: (household: Household, values: Values, addressOf: (id: string) => string, requestId: string) => Promise<CallResult<unknown>>;
  success: { title: string; description: string; confirm: string };
}

/**
 * Submits a form (spec section 4, "Upload"): locked from the click until a failure; what was typed stays until the
 * server has it.
 * @param leadToPicture brings a picture that failed into sight
 */
export function useSubmission<Values>(host: HostServices, form: WorkForm<Values>, plan: SubmissionPlan<Values>, leadToPicture: (id: string) => void) {
  const [state, setState] = useState<Submission>({ at: 'editing' });
  const current = useRef(state);
  // Somebody who went elsewhere meanwhile isn't called back; their draft is gone all the same.
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const apply = useCallback((event: SubmissionEvent): Submission => {
    // Kept beside React's state: a second press within the same frame must already find the lock.
    current.current = nextSubmission(current.current, event);
    setState(current.current);
    return current.current;
  }, []);

  /** @returns whether the way is free; otherwise the user has been told why not */
  const isFree = (): boolean => {
    const { values } = form.get();
    const hurdle = findHurdle({ entry: plan.entry(), problem: form.judge(), pictures: pictureProgress(form.uploads.get(), form.kind.pictureIds(values)) });
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

  const submit = async () => {
    if (isLocked(current.current) || !isFree()) return;
    apply({ type: 'pressed' });
    const permission = await host.session.require();
    // Whoever has logged in meanwhile sends nothing of somebody else's.
    if (!permission.allowed || !form.mayBeOf(permission.household.userId)) {
      apply({ type: 'denied' });
      return;
    }
    apply({ type: 'allowed' });
    const { values } = form.get();
    const addressOf = (id: string) => pictureAddress(form.uploads.get(), id);
    const answer = await plan.send(permission.household, values, addressOf, requestIdOf(form, values, addressOf));
    if (!answer.ok) {
      // A picture that the server has swept meanwhile: its bytes are still here.
      if (answer.code === answerCode.conflict) form.uploads.resendAll();
      apply({ type: 'failed' });
      return;
    }
    apply({ type: 'accepted' });
    await form.finish();
    if (left.current) return;
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
