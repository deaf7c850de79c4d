import { answerCode, type HostServices, type Household } from '@fridge/shared-contracts';
import {
  contestCalls,
  problemMessages,
  refusedProblem,
  type Work,
  workChangedMessage,
} from '@fridge/shared-contracts/activities/contest';
import { callSignedIn, resendOnConflict, useSubmitLock } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { editableNow, entryNow } from '../window.ts';
import type { FormValues } from './form-kinds.ts';
import type { FieldsProps } from './work-form.ts';

/** Sent with every work (spec sections 3 and 7). */
function workAuthor({ session, context }: HostServices, { phone, fridgeId }: Household) {
  const { nickName, headImgUrl, fridge } = session.getState();
  return { devicePhone: phone, fridgeId, spec: fridge?.spec || context.spec, nickName, headImgUrl };
}

export interface SubmissionOptions extends FieldsProps<FormValues> {
  /** The edited one; default: a new one. */
  work?: Work | null;
  /** The stored work has changed. The next press replaces it. */
  onReplaced?: () => void;
}

/**
 * Submits a form (spec section 4, "Upload"), with a login if needed. The input stays until the server has it.
 * @param showFailed scrolls to the first failed picture
 */
export function useSubmission({ form, work = null, onReplaced }: SubmissionOptions, showFailed: () => void) {
  const { host, kind } = form;
  const place = work === null ? 'upload' : 'edit';
  const { locked, submitOnce } = useSubmitLock();

  const entryOf = () => {
    if (work === null) return entryNow(host);
    return editableNow(host, work) ? 'open' : 'notValid';
  };

  /** In this order: the contest's window, fields, uploads. @returns why the form can't be sent, having led there */
  const findBlocker = (): string | null => {
    const entry = entryOf();
    if (entry !== 'open') return copy[`contest.entry.${entry}.toast`];
    const problem = form.firstProblem();
    if (problem !== null) {
      form.showProblem(problem);
      return problemMessages[problem.messageKey];
    }
    if (form.pictures().some(({ stage }) => stage === 'failed')) {
      showFailed();
      return copy['contest.image.failed'];
    }
    return form.pictures().every(({ stage }) => stage === 'uploaded') ? null : copy['contest.image.wait.toast'];
  };

  const send = (household: Household, options: { quiet: true }) => {
    const fields = { ...form.fields(), ...workAuthor(host, household) };
    if (work !== null) {
      host.tracking.click('contest.edit.submit');
      const edited = { ...fields, id: work.id, revision: form.revision()?.toString() };
      return host.requests.call(contestCalls.updateWork, edited, options);
    }
    host.tracking.click(kind.track);
    const created = { ...fields, requestId: form.requestId() };
    return resendOnConflict(() => host.requests.call(kind.call, created, options));
  };

  const showFailure = ({ code, message }: { code: number; message: string }) => {
    if (message === workChangedMessage) {
      form.ignoreRevision();
      onReplaced?.();
    } else if (code === answerCode.conflict) {
      // The server has deleted an unused picture.
      form.uploads.resendAll();
    }
    const problem = refusedProblem(message, Object.keys(form.getState().values));
    if (problem === null) form.setRefusal(message);
    else form.showProblem(problem);
  };

  const save = async (signal: AbortSignal): Promise<boolean> => {
    form.setRefusal(null);
    const saved = await callSignedIn(host, send, { owner: form.owner, signal });
    if (!saved.ok) {
      if (saved.reason === 'failed') showFailure(saved.failure);
      return false;
    }
    form.finish();
    if (signal.aborted) return true;
    await host.feedback.confirm({
      title: copy[`contest.${place}.success.title`],
      description: copy[`contest.${place}.success.desc`],
      confirm: copy[`contest.${place}.success.button`],
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
  return { place, locked, submit } as const;
}
