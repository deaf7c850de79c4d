import { fill, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import { contestCalls, mayDelete, type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { unseen, useStore } from '@fridge/shared-ui';
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { PhotoShareFields, RecipeFields } from '../../form/fields.tsx';
import { type FieldsProps, FormFrame, Opening } from '../../form/form-frame.tsx';
import frame from '../../form/form-frame.module.css';
import { type FormKind, photoShareKind, recipeKind, storedForm, workAuthor } from '../../form/form-kinds.ts';
import type { SubmissionPlan } from '../../form/use-submission.ts';
import { type StoredVersion, useLeaveGuard, useWorkForm } from '../../form/work-form.ts';
import type { Pictures } from '../../pictures/picture-uploads.ts';
import { Kitchen } from '../../theme/kitchen.tsx';
import { editableNow } from '../../window.ts';
import { deleteWork } from '../../work/delete-work.ts';
import { BindInvitation, FailedWork, ReviewReason } from '../../work/notices.tsx';
import { type ReadWork, useWork } from '../../work/use-work.ts';
import { shownTime } from '../../work/work-text.ts';

/** For rejected and pending works (spec section 2, "Edit"; copy deck 5.9). */
export default function EditScreen({ host }: ScreenProps) {
  const [id] = useState(() => host.navigation.query['cookId'] ?? '');
  const { read, reload } = useWork(host, id, 'own');
  const access = useEditAccess(host, read);

  useEffect(() => {
    if (access === null || access === 'editable') return;
    if (access === 'closed') host.feedback.toast(copy['contest.entry.notValid.toast']);
    host.navigation.replace('/detail', { cookId: id === '' ? undefined : id });
  }, [host, id, access]);

  if (read.status === 'failed') return <FailedWork reload={reload} />;
  if (read.status === 'loading' || access !== 'editable')
    return (
      <Kitchen>
        <Opening />
      </Kitchen>
    );
  return <Editor host={host} work={read.work} reload={reload} />;
}

/** Once per read: if the contest ends later, the submission says so. */
function useEditAccess(host: HostServices, read: ReadWork): 'editable' | 'closed' | 'notOwn' | null {
  return useMemo(() => {
    if (read.status !== 'ready') return null;
    if (!read.work.editPermission || read.sample || !mayDelete(read.work)) return 'notOwn';
    return editableNow(host, read.work) ? 'editable' : 'closed';
  }, [host, read]);
}

function Editor({ host, work, reload }: { host: HostServices; work: Work; reload: () => void }) {
  const stored = useMemo(() => storedForm(work, host.session.getState().mobile), [host, work]);
  const { pictures } = stored;
  const shared = { host, work, pictures, reload };
  return stored.kind === 'recipe' ? (
    <EditForm {...shared} kind={recipeKind} values={stored.values} Fields={RecipeFields} />
  ) : (
    <EditForm {...shared} kind={photoShareKind} values={stored.values} Fields={PhotoShareFields} />
  );
}

interface EditFormProps<Values> {
  host: HostServices;
  work: Work;
  kind: FormKind<Values>;
  values: Values;
  pictures: Pictures;
  Fields: ComponentType<FieldsProps<Values>>;
  reload: () => void;
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

/** A stored work's form, with review reason and delete button (copy deck 5.9). */
function EditForm<Values>({ host, work, kind, values, pictures, Fields, reload }: EditFormProps<Values>) {
  const form = useWorkForm(host, () => {
    return { name: `edit/${work.id}`, kind, initial: values, stored: pictures, version: storedVersion(host, work) };
  });
  useLeaveGuard(
    host,
    useMemo(() => [form], [form]),
  );
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

  const plan: SubmissionPlan = {
    entry: () => (editableNow(host, work) ? 'open' : 'notValid'),
    success,
    send(household, options) {
      host.tracking.click('contest.edit.submit');
      const revision = replacesAny.current ? undefined : work.revision?.toString();
      const fields = { id: work.id, revision, ...form.fields(), ...workAuthor(host, household) };
      return host.requests.call(contestCalls.updateWork, fields, options);
    },
    async onReplaced() {
      const useStored = await host.feedback.confirm(replaced);
      replacesAny.current = !useStored;
      if (!useStored) return;
      await form.clear();
      reload();
    },
  };
  return (
    <Kitchen className={frame.screen}>
      <h1 className={unseen}>{copy['contest.edit.docTitle']}</h1>
      {work.status === workStatus.rejected && (
        <div className={frame.reason}>
          <ReviewReason mark={work.mark} />
        </div>
      )}
      <BindInvitation host={host} alone={false} />
      <FormFrame
        host={host}
        form={form}
        plan={plan}
        label={copy['contest.edit.docTitle']}
        submitLabel={copy['contest.edit.submit']}
        submittingLabel={copy['contest.edit.submitting']}
      >
        {(problem) => <Fields host={host} form={form} problem={problem} />}
      </FormFrame>
    </Kitchen>
  );
}

/**
 * A draft of another version would overwrite a later submission, so the author chooses. Closing the question keeps the
 * draft.
 */
function storedVersion({ feedback, windows }: Pick<HostServices, 'feedback' | 'windows'>, work: Work): StoredVersion {
  const { cookName, desc, image, CookTime, materials, tips, steps, phone } = work;
  return {
    base: JSON.stringify([cookName, desc, image, CookTime, materials, tips, steps, phone]),
    async choose(keptAt) {
      // By the server's clock, as the work's time.
      const offset = (windows.now() ?? Date.now()) - Date.now();
      const useStored = await feedback.confirm({
        title: copy['contest.edit.draft.title'],
        description: fill(copy['contest.edit.draft.desc'], {
          draftTime: shownTime(new Date(keptAt + offset).toISOString()),
          workTime: shownTime(work.submitTime === '' ? work.addTime : work.submitTime),
        }),
        confirm: copy['contest.edit.draft.stored'],
        cancel: copy['contest.edit.draft.own'],
      });
      return useStored ? 'stored' : 'draft';
    },
  };
}
