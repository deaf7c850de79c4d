import type { CallResult, HostServices, Household } from '@fridge/shared-contracts';
import { type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { useStore } from '@fridge/shared-ui';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { copy } from '../../copy.ts';
import { FormFrame } from '../../form/form-frame.tsx';
import type { FormKind } from '../../form/form-kinds.ts';
import type { ShownProblem } from '../../form/use-shown-problem.ts';
import { useLeaveGuard, useWorkForm } from '../../form/use-work-form.ts';
import type { WorkForm } from '../../form/work-form.ts';
import { Kitchen } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import type { Pictures } from '../../pictures/picture-machine.ts';
import { BindInvitation, ReviewReason } from '../../work/notices.tsx';
import { editableNow } from '../../window.ts';
import { deleteWork } from '../../work/delete-work.ts';
import styles from './edit-form.module.css';
import { storedVersion } from './stored-version.ts';

export interface EditFormProps<Values> {
  host: HostServices;
  work: Work;
  kind: FormKind<Values>;
  values: Values;
  pictures: Pictures;
  /**
   * Sends the mended work by the rules of its own kind.
   * @param revision the version that it may replace; `undefined`: any
   */
  send: (household: Household, values: Values, addressOf: (id: string) => string, revision: string | undefined, options: { quiet: true }) => Promise<CallResult<unknown>>;
  /** Reads the work anew. */
  reload: () => void;
  children: (form: WorkForm<Values>, problem: ShownProblem) => ReactNode;
}

const success = {
  title: copy['contest.edit.success.title'],
  description: copy['contest.edit.success.desc'],
  confirm: copy['contest.edit.success.button'],
};

const replaced = {
  title: copy['contest.edit.draft.title'],
  description: copy['contest.edit.replaced.desc'],
  confirm: copy['contest.edit.draft.stored'],
  cancel: copy['contest.edit.replaced.own'],
};

/** A stored work in its form, with its reason, its delete and its resubmission (copy deck 5.9). */
export function EditForm<Values>({ host, work, kind, values, pictures, send, reload, children }: EditFormProps<Values>) {
  const form = useWorkForm(host, () => ({ name: `edit/${work.id}`, kind, initial: values, stored: pictures, version: storedVersion(host, work) }));
  useLeaveGuard(host, useMemo(() => [form], [form]));
  useStore(host.windows);
  const replacesAny = useRef(false);

  useEffect(() => {
    const remove = async () => {
      host.tracking.click('contest.edit.delete');
      if (!(await deleteWork(host, work.id))) return;
      await form.clear();
      host.navigation.replace('/works');
    };
    return host.header.set({ right: { label: copy['contest.edit.headerDelete'], onPress: () => void remove() } });
  }, [host, form, work.id]);

  return (
    <Kitchen className={styles.screen}>
      <h1 className={kitchen.unseen}>{copy['contest.edit.docTitle']}</h1>
      {work.status === workStatus.rejected && <div className={styles.reason}><ReviewReason mark={work.mark} /></div>}
      <BindInvitation host={host} alone={false} />
      <FormFrame
        host={host}
        form={form}
        plan={{
          entry: () => (editableNow(host, work) ? 'open' : 'notValid'),
          success,
          send(household, typed, addressOf, _requestId, options) {
            host.tracking.click('contest.edit.submit');
            return send(household, typed, addressOf, replacesAny.current ? undefined : work.revision?.toString(), options);
          },
          async onReplaced() {
            const newer = await host.feedback.confirm(replaced);
            replacesAny.current = !newer;
            if (!newer) return;
            await form.clear();
            reload();
          },
        }}
        label={copy['contest.edit.docTitle']}
        submitLabel={copy['contest.edit.submit']}
        submittingLabel={copy['contest.edit.submitting']}
      >
        {(problem) => children(form, problem)}
      </FormFrame>
    </Kitchen>
  );
}
