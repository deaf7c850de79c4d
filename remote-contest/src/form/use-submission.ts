import { answerCode, type CallResult, type HostServices, type Household } from '@fridge/shared-contracts';
import { refusedProblem, type UploadEntry, workChangedMessage } from '@fridge/shared-contracts/activities/contest';
import { newRequestId, saveSignedIn, type Send, useMachine } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { pictureAddress, pictureProgress } from '../pictures/picture-machine.ts';
import { findBlocker, type Submission, type SubmissionEvent, submissionStep } from './submission-machine.ts';
import type { WorkForm } from './work-form.ts';

/** What differs between forms. */
export interface SubmissionPlan<Values> {
  entry: () => UploadEntry;
  /**
   * @param addressOf by picture id
   * @param requestId the same for the same fields: a retry isn't stored twice
   */
  send: (
    household: Household,
    values: Values,
    addressOf: (id: string) => string,
    requestId: string,
    options: { quiet: true },
  ) => Promise<CallResult<unknown>>;
  success: { title: string; description: string; confirm: string };
  /** Edits only: the stored work has changed, and the user decides. */
  onReplaced?: () => Promise<void>;
}

const editing: Submission = { phase: 'editing' };

/**
 * Submits a form (spec section 4, "Upload"), with a login if needed. The input stays until the server has it.
 * @param showPicture scrolls to a failed picture
 */
export function useSubmission<Values>(
  host: HostServices,
  form: WorkForm<Values>,
  plan: SubmissionPlan<Values>,
  showPicture: (id: string) => void,
) {
  const { toast } = host.feedback;

  /** Shows the blocker. @returns whether there is one */
  const isBlocked = (): boolean => {
    const pictures = pictureProgress(form.uploads.getState(), form.kind.pictureIds(form.getState().values));
    const blocker = findBlocker({ entry: plan.entry(), problem: form.firstProblem(), pictures });
    if (blocker === null) return false;
    switch (blocker.type) {
      case 'closed':
        toast(copy[`contest.entry.${blocker.entry}.toast`]);
        break;
      case 'problem':
        form.showProblem(blocker.problem);
        toast(copy[blocker.problem.messageKey]);
        break;
      case 'pictureFailed':
        toast(copy['contest.image.failed']);
        showPicture(blocker.id);
        break;
      case 'pictureRunning':
        toast(copy['contest.image.wait.toast']);
        break;
    }
    return true;
  };

  const showFailure = ({ code, message }: { code: number; message: string }) => {
    if (code === answerCode.conflict && message === workChangedMessage) {
      void plan.onReplaced?.();
      return;
    }
    // The server has deleted an unused picture.
    if (code === answerCode.conflict) form.uploads.resendAll();
    const problem = refusedProblem(message, form.kind.fields);
    if (problem === null) form.setRefusal(message);
    else form.showProblem(problem);
  };

  const save = async (send: Send<Submission, SubmissionEvent>, signal: AbortSignal) => {
    form.setRefusal(null);
    const { values } = form.getState();
    const addressOf = (id: string) => pictureAddress(form.uploads.getState(), id);
    const saved = await saveSignedIn(
      host,
      (household, options) => plan.send(household, values, addressOf, requestIdOf(form, values, addressOf), options),
      { owner: form.owner(), signal },
    );
    if (!saved.ok) {
      send({ type: 'failed' });
      if (saved.reason === 'failed') showFailure(saved.failure);
      return;
    }
    send({ type: 'accepted' });
    await form.finish();
    if (signal.aborted) return;
    await host.feedback.confirm(plan.success);
    host.navigation.replace('/works');
  };

  const { state, send } = useMachine(submissionStep, editing, (_, next, signal) => void save(next, signal));
  const submit = () => {
    if (state.phase === 'editing' && !isBlocked()) send({ type: 'submitted' });
  };
  return { locked: state.phase !== 'editing', submit };
}

function requestIdOf<Values>(form: WorkForm<Values>, values: Values, addressOf: (id: string) => string): string {
  const fields = JSON.stringify([values, form.kind.pictureIds(values).map(addressOf)]);
  const before = form.attempt();
  if (before?.fields === fields) return before.requestId;
  const requestId = newRequestId();
  form.setAttempt({ fields, requestId });
  return requestId;
}
