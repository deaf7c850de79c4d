import type { HostServices } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { useStore } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import type { PhotoShareValues } from './form-kinds.ts';
import { TextField } from './text-field.tsx';
import type { ShownProblem } from './use-shown-problem.ts';
import type { WorkForm } from './work-form.ts';

/** The fields of a photo share (copy deck 5.7), new or edited. */
export function PhotoShareFields({ host, form, problem }: { host: HostServices; form: WorkForm<PhotoShareValues>; problem: ShownProblem }) {
  const { values } = useStore(form);
  const text = (field: 'content' | 'phone') => ({
    field,
    label: copy[`contest.photo.${field}.label`],
    placeholder: copy[`contest.photo.${field}.ph`],
    value: values[field],
    onText: (typed: string) => form.change((before) => ({ ...before, [field]: field === 'phone' ? typed.replace(/[\s-]/g, '') : typed })),
    problem: problem(field),
  });
  return (
    <>
      <PictureField host={host} form={form} label={copy['contest.photo.images.label']} hint={copy['contest.photo.images.hint']} problem={problem('images')} />
      <TextField {...text('content')} limit={contestTerms.shareCharacters} onCut={() => host.feedback.toast(copy['contest.photo.contentLong.toast'])} rows={6} />
      <TextField {...text('phone')} rows={1} phone />
    </>
  );
}
