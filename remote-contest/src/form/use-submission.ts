import { answerCode, type CallResult, type HostServices, type Household } from '@fridge/shared-contracts';
import {
  problemMessages,
  refusedProblem,
  type UploadEntry,
  workChangedMessage,
} from '@fridge/shared-contracts/activities/contest';
import { callSignedIn, useSubmitLock } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import type { FormValues } from './form-kinds.ts';
import type { WorkForm } from './work-form.ts';

/** What differs between forms. */
export interface SubmissionPlan {
  /** Its words. */
  place: 'upload' | 'edit';
  entry: () => UploadEntry;
  send: (author: ReturnType<typeof workAuthor>, options: { quiet: true }) => Promise<CallResult<unknown>>;
  /** Edits only: the stored work has changed. The next press replaces it. */
  onReplaced?: () => void;
}

/** Sent with every work (spec sections 3 and 7). */
function workAuthor({ session, context }: HostServices, { phone, fridgeId }: Household) {
  const { nickName, headImgUrl, fridge } = session.getState();
  return { devicePhone: phone, fridgeId, spec: fridge?.spec || context.spec, nickName, headImgUrl };
}

/**
 * Submits a form (spec section 4, "Upload"), with a login if needed. The input stays until the server has it.
 * @param showPicture scrolls to a failed picture
 */
export function useSubmission<Values extends FormValues>(
  host: HostServices,
  form: WorkForm<Values>,
  plan: SubmissionPlan,
  showPicture: (id: string) => void,
) {
  const { locked, submitOnce } = useSubmitLock();

  /** In this order: the contest's window, fields, uploads. @returns why the form can't be sent, having led there */
  const findBlocker = (): string | null => {
    const entry = plan.entry();
    if (entry !== 'open') return copy[`contest.entry.${entry}.toast`];
    const problem = form.firstProblem();
    if (problem !== null) {
      form.showProblem(problem);
      return problemMessages[problem.messageKey];
    }
    const failed = form.pictures().find(({ stage }) => stage === 'failed');
    if (failed) {
      showPicture(failed.id);
      return copy['contest.image.failed'];
    }
    return form.pictures().every(({ stage }) => stage === 'uploaded') ? null : copy['contest.image.wait.toast'];
  };

  const showFailure = ({ code, message }: { code: number; message: string }) => {
    if (message === workChangedMessage) {
      form.ignoreRevision();
      plan.onReplaced?.();
    } else if (code === answerCode.conflict) {
      // The server has deleted an unused picture.
      form.uploads.resendAll();
    }
    const problem = refusedProblem(message, form.kind.fields);
    if (problem === null) form.setRefusal(message);
    else form.showProblem(problem);
  };

  const save = async (signal: AbortSignal): Promise<boolean> => {
    form.setRefusal(null);
    const saved = await callSignedIn(host, (household, options) => plan.send(workAuthor(host, household), options), {
      owner: form.owner,
      signal,
    });
    if (!saved.ok) {
      if (saved.reason === 'failed') showFailure(saved.failure);
      return false;
    }
    form.finish();
    if (signal.aborted) return true;
    await host.feedback.confirm({
      title: copy[`contest.${plan.place}.success.title`],
      description: copy[`contest.${plan.place}.success.desc`],
      confirm: copy[`contest.${plan.place}.success.button`],
    });
    host.navigation.replace('/works');
    return true;
  };

  const submit = () => {
    if (locked) return;
    const blocker = findBlocker();
    if (blocker === null) void submitOnce(save);
    else host.feedback.toast(blocker);
  };
  return { locked, submit };
}
