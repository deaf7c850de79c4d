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

/** The fields of a recipe (copy deck 5.4), new or edited. */
export function RecipeFields({ host, form, problem }: { host: HostServices; form: WorkForm<RecipeValues>; problem: ShownProblem }) {
  const { values } = useStore(form);
  const pictures = useStore(form.uploads);
  const set = (part: Partial<RecipeValues>) => form.change((before) => ({ ...before, ...part }));
  const { titleCharacters, contentCharacters, materialsCharacters, tipsCharacters } = contestTerms;
  return (
    <>
      <TextField
        field="title"
        label={copy['contest.form.title.label']}
        placeholder={copy['contest.form.title.ph']}
        value={values.title}
        onText={(title) => set({ title })}
        limit={titleCharacters}
        onCut={() => host.feedback.toast(copy['contest.step.tooLong.toast'])}
        rows={1}
        problem={problem('title')}
      />
      <TextField
        field="content"
        label={copy['contest.form.content.label']}
        placeholder={copy['contest.form.content.ph']}
        value={values.content}
        onText={(content) => set({ content })}
        limit={contentCharacters.max}
        onCut={() => host.feedback.toast(copy['contest.photo.contentLong.toast'])}
        rows={6}
        problem={problem('content')}
      />
      <PictureField
        host={host}
        uploads={form.uploads}
        pictures={pictures}
        ids={values.pictures}
        onIds={(change) => form.change((before) => ({ ...before, pictures: change(before.pictures) }))}
        label={copy['contest.form.images.label']}
        hint={copy['contest.form.images.hint']}
        problem={problem('images')}
      />
      <CookTimeField value={values.cookTime} onChoose={(cookTime) => set({ cookTime })} />
      <TextField
        field="materials"
        label={copy['contest.form.materials.label']}
        placeholder={copy['contest.form.materials.ph']}
        value={values.materials}
        onText={(materials) => set({ materials })}
        limit={materialsCharacters}
        rows={3}
        problem={problem('materials')}
      />
      <TextField
        field="tips"
        label={copy['contest.form.tips.label']}
        placeholder={copy['contest.form.tips.ph']}
        value={values.tips}
        onText={(tips) => set({ tips })}
        limit={tipsCharacters}
        rows={3}
        problem={problem('tips')}
      />
      <StepEditor
        host={host}
        uploads={form.uploads}
        pictures={pictures}
        steps={values.steps}
        onSteps={(change) => form.change((before) => ({ ...before, steps: change(before.steps) }))}
        problem={problem}
      />
    </>
  );
}
