import type { HostServices } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { useStore } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import { CookTimeField } from './cook-time-field.tsx';
import type { RecipeValues } from './form-kinds.ts';
import { StepEditor } from './step-editor.tsx';
import { TextField } from './text-field.tsx';
import type { ShownProblem } from './use-shown-problem.ts';
import type { WorkForm } from './work-form.ts';

const { titleCharacters, contentCharacters, materialsCharacters, tipsCharacters } = contestTerms;

/** The fields of a recipe (copy deck 5.4), new or edited. */
export function RecipeFields({ host, form, problem }: { host: HostServices; form: WorkForm<RecipeValues>; problem: ShownProblem }) {
  const { values } = useStore(form);
  const { toast } = host.feedback;
  const text = (field: 'title' | 'content' | 'materials' | 'tips') => ({
    field,
    label: copy[`contest.form.${field}.label`],
    placeholder: copy[`contest.form.${field}.ph`],
    value: values[field],
    onText: (typed: string) => form.change((before) => ({ ...before, [field]: typed })),
    problem: problem(field),
  });
  return (
    <>
      <TextField {...text('title')} limit={titleCharacters} onCut={() => toast(copy['contest.form.titleLong.toast'])} rows={1} />
      <TextField {...text('content')} limit={contentCharacters.max} onCut={() => toast(copy['contest.photo.contentLong.toast'])} rows={6} />
      <PictureField host={host} form={form} label={copy['contest.form.images.label']} hint={copy['contest.form.images.hint']} problem={problem('images')} />
      <CookTimeField value={values.cookTime} problem={problem('cookTime')} onChoose={(cookTime) => form.change((before) => ({ ...before, cookTime }))} />
      <TextField {...text('materials')} optional limit={materialsCharacters} rows={3} />
      <TextField {...text('tips')} optional limit={tipsCharacters} rows={3} />
      <StepEditor host={host} form={form} problem={problem} />
    </>
  );
}
