import { answerCode, type CallResult, type HostServices, type Household } from '@fridge/shared-contracts';
import { refusedProblem, type UploadEntry, workChangedMessage } from '@fridge/shared-contracts/activities/contest';
import { callSignedIn, type Step, useMachine } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import type { WorkForm } from './work-form.ts';

/** What differs between forms. */
export interface SubmissionPlan {
  entry: () => UploadEntry;
  send: (household: Household, options: { quiet: true }) => Promise<CallResult<unknown>>;
  success: { title: string; description: string; confirm: string };
  /** Edits only: the stored work has changed, and the user decides. */
  onReplaced?: () => Promise<void>;
}

type Phase = 'editing' | 'sending' | 'sent';
type Event = 'submitted' | 'failed' | 'accepted';

/** Spec section 4, "Upload": locked from the click until a failure. */
function submissionStep(phase: Phase, event: Event): Step<Phase, 'send'> {
  if (phase === 'editing' && event === 'submitted') return { state: 'sending', effects: ['send'] };
  if (phase === 'sending' && event !== 'submitted')
    return { state: event === 'failed' ? 'editing' : 'sent', effects: [] };
  return { state: phase, effects: [] };
}

/**
 * Submits a form (spec section 4, "Upload"), with a login if needed. The input stays until the server has it.
 * @param showPicture scrolls to a failed picture
 */
export function useSubmission<Values>(
  host: HostServices,
  form: WorkForm<Values>,
  plan: SubmissionPlan,
  showPicture: (id: string) => void,
) {
  /** In this order: the contest's window, fields, uploads. @returns why the form can't be sent, having led there */
  const findBlocker = (): string | null => {
    const entry = plan.entry();
    if (entry !== 'open') return copy[`contest.entry.${entry}.toast`];
    const problem = form.firstProblem();
    if (problem !== null) {
      form.showProblem(problem);
      return copy[problem.messageKey];
    }
    const failed = form.pictures().find(({ stage }) => stage.phase === 'failed');
    if (failed) {
      showPicture(failed.id);
      return copy['contest.image.failed'];
    }
    return form.pictures().every(({ stage }) => stage.phase === 'uploaded') ? null : copy['contest.image.wait.toast'];
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

  const save = async (send: (event: Event) => void, signal: AbortSignal) => {
    form.setRefusal(null);
    const saved = await callSignedIn(host, plan.send, { owner: form.owner(), signal });
    if (!saved.ok) {
      send('failed');
      if (saved.reason === 'failed') showFailure(saved.failure);
      return;
    }
    send('accepted');
    await form.finish();
    if (signal.aborted) return;
    await host.feedback.confirm(plan.success);
    host.navigation.replace('/works');
  };

  const { state, send } = useMachine<Phase, Event, 'send'>(
    submissionStep,
    'editing',
    (_, next, signal) => void save(next, signal),
  );
  const submit = () => {
    if (state !== 'editing') return;
    const blocker = findBlocker();
    if (blocker === null) send('submitted');
    else host.feedback.toast(blocker);
  };
  return { locked: state !== 'editing', submit };
}
