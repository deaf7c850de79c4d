import type { HostServices, ScreenProps } from '@fridge/shared-contracts';
import { contestCalls, mayDelete, type Work, workKind, workStatus } from '@fridge/shared-contracts/activities/contest';
import { Loaded, unseen, useStore } from '@fridge/shared-ui';
import { type ComponentType, useEffect, useEffectEvent, useMemo, useState } from 'react';
import * as v from 'valibot';
import { copy } from '../../copy.ts';
import { PhotoShareFields, RecipeFields } from '../../form/fields.tsx';
import { type FieldsProps, FormFrame, FormShape } from '../../form/form-frame.tsx';
import frame from '../../form/form-frame.module.css';
import { type FormKind, type FormValues, photoShareKind, recipeKind, storedFields } from '../../form/form-kinds.ts';
import type { SubmissionPlan } from '../../form/use-submission.ts';
import { useUnsentGuard, useWorkForm } from '../../form/work-form.ts';
import { failureLook, Kitchen } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { editableNow } from '../../window.ts';
import { BindInvitation, MissingWork, ReviewReason } from '../../work/notices.tsx';
import { useDeletion } from '../../work/use-deletion.ts';
import { useWork } from '../../work/use-work.ts';

/** For rejected and pending works (spec section 2, "Edit"; copy deck 5.9). */
export default function EditScreen({ host }: ScreenProps) {
  const [id] = useState(() => host.navigation.query['cookId'] ?? '');
  const read = useWork(host, id, { outlastsSession: true });
  return (
    <Kitchen>
      <Loaded read={read} skeleton={<FormShape />} failure={failureLook(1)} className={kitchen.column}>
        {(work) =>
          work === null ? <MissingWork host={host} /> : <Editor host={host} work={work} onReplaced={read.retry} />
        }
      </Loaded>
    </Kitchen>
  );
}

interface EditorProps {
  host: HostServices;
  work: Work;
  /** Another edit was submitted meanwhile. */
  onReplaced: () => void;
}

/** Once: if the contest ends later, the submission says so. */
function Editor(props: EditorProps) {
  const { host, work } = props;
  const [isEditable] = useState(() => work.editPermission && editableNow(host, work));

  useEffect(() => {
    if (isEditable) return;
    if (work.editPermission && mayDelete(work)) host.feedback.toast(copy['contest.entry.notValid.toast']);
    host.navigation.replace('/detail', { cookId: work.id });
  }, [host, work, isEditable]);

  if (!isEditable) return <FormShape />;
  return workKind(work) === 'recipe' ? (
    <EditForm {...props} kind={recipeKind} Fields={RecipeFields} />
  ) : (
    <EditForm {...props} kind={photoShareKind} Fields={PhotoShareFields} />
  );
}

interface EditFormProps<Values extends FormValues> extends EditorProps {
  kind: FormKind<Values>;
  Fields: ComponentType<FieldsProps<Values>>;
}

/** A stored work's form, with review reason and delete button (copy deck 5.9). */
function EditForm<Values extends FormValues>({ host, work, kind, Fields, onReplaced }: EditFormProps<Values>) {
  const { userId, mobile } = host.session.getState();
  const initial = useMemo(() => {
    const fields = storedFields(work);
    return {
      values: v.parse(kind.schema, { ...fields, phone: fields.phone || mobile }),
      revision: work.revision,
    };
  }, [work, kind, mobile]);
  const form = useWorkForm(host, { kind, owner: userId, name: `edit/${work.id}` }, initial);
  useUnsentGuard(host, form);
  useStore(host.windows);
  const remove = useDeletion(host, () => {
    form.finish();
    host.navigation.replace('/works');
    return false;
  });

  const removeEdited = useEffectEvent(() => {
    host.tracking.click('contest.edit.delete');
    remove(work.id);
  });
  useEffect(
    () => host.header.set({ right: { label: copy['contest.edit.headerDelete'], onPress: () => removeEdited() } }),
    [host],
  );

  const plan: SubmissionPlan = {
    place: 'edit',
    entry: () => (editableNow(host, work) ? 'open' : 'notValid'),
    onReplaced,
    send(author, options) {
      host.tracking.click('contest.edit.submit');
      const revision = form.revision()?.toString();
      const fields = { id: work.id, revision, ...form.fields(), ...author };
      return host.requests.call(contestCalls.updateWork, fields, options);
    },
  };
  return (
    <>
      <h1 className={unseen}>{copy['contest.edit.docTitle']}</h1>
      {work.status === workStatus.rejected && (
        <div className={frame.reason}>
          <ReviewReason mark={work.mark} />
        </div>
      )}
      <BindInvitation host={host} alone={false} />
      <FormFrame host={host} form={form} plan={plan} label={copy['contest.edit.docTitle']}>
        <Fields host={host} form={form} />
      </FormFrame>
    </>
  );
}
