import type { ScreenProps } from '@fridge/shared-contracts';
import { mayDelete, type Work, workKind, workStatus } from '@fridge/shared-contracts/activities/contest';
import { Loaded, unseen } from '@fridge/shared-ui';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { copy } from '../../copy.ts';
import { PhotoShareFields, RecipeFields } from '../../form/fields.tsx';
import { FormFrame, formScreen, FormShape } from '../../form/form-frame.tsx';
import frame from '../../form/form-frame.module.css';
import { type FormKind, type FormValues, photoShareKind, recipeKind } from '../../form/form-kinds.ts';
import { type FieldsProps, useUnsentGuard, useWorkForm } from '../../form/work-form.ts';
import { failureLook } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { editableNow } from '../../window.ts';
import { BindInvitation, MissingWork, ReviewReason } from '../../work/notices.tsx';
import { useDeletion } from '../../work/use-deletion.ts';
import { useWork } from '../../work/use-work.ts';

const heading = copy['contest.edit.docTitle'];
const shape = <FormShape heading={heading} />;

/** For rejected and pending works (spec section 2, "Edit"; copy deck 5.9). */
export const { Shell, Screen } = formScreen(shape, Edit);
export default Screen;

function Edit({ host }: ScreenProps) {
  const [id] = useState(() => host.navigation.query['cookId'] ?? '');
  const read = useWork(host, id, { outlastsSession: true });
  return (
    <Loaded read={read} skeleton={shape} failure={failureLook(1)} className={kitchen.column}>
      {(work) =>
        work === null ? <MissingWork host={host} /> : <Editor host={host} work={work} onReplaced={read.retry} />
      }
    </Loaded>
  );
}

interface EditorProps extends ScreenProps {
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
  const form = useWorkForm(host, kind, work);
  useUnsentGuard(host, form);
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

  return (
    <>
      <h1 className={unseen}>{heading}</h1>
      {work.status === workStatus.rejected && (
        <div className={frame.reason}>
          <ReviewReason mark={work.mark} />
        </div>
      )}
      <BindInvitation host={host} alone={false} />
      <FormFrame form={form} work={work} onReplaced={onReplaced} label={heading}>
        <Fields form={form} />
      </FormFrame>
    </>
  );
}
