import { contestTerms, cookTimes } from '@fridge/shared-contracts/activities/contest';
import { joinClasses, useStore } from '@fridge/shared-ui';
import { useId } from 'react';
import { copy } from '../copy.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import styles from './field.module.css';
import type { PhotoShareValues, RecipeValues } from './form-kinds.ts';
import type { FieldsProps } from './form-frame.tsx';
import { StepEditor } from './step-editor.tsx';
import { FieldProblem, Optional, problemText, TextField } from './text-field.tsx';

const { titleCharacters, contentCharacters, materialsCharacters, tipsCharacters, shareCharacters } = contestTerms;

/** Copy deck 5.4. */
export function RecipeFields({ host, form }: FieldsProps<RecipeValues>) {
  const { values, problem } = useStore(form);
  const { toast } = host.feedback;
  const text = (field: 'title' | 'content' | 'materials' | 'tips') => ({
    field,
    label: copy[`contest.form.${field}.label`],
    placeholder: copy[`contest.form.${field}.ph`],
    value: values[field],
    onText: (typed: string) => form.change({ [field]: typed }),
    problem: problemText(problem, field),
  });
  return (
    <>
      <TextField
        {...text('title')}
        limit={titleCharacters}
        onCut={() => toast(copy['contest.form.titleLong.toast'])}
        rows={1}
      />
      <TextField
        {...text('content')}
        limit={contentCharacters.max}
        onCut={() => toast(copy['contest.photo.contentLong.toast'])}
        rows={6}
      />
      <PictureField
        host={host}
        form={form}
        label={copy['contest.form.images.label']}
        hint={copy['contest.form.images.hint']}
        problem={problemText(problem, 'images')}
      />
      <CookTimeField
        value={values.cookTime}
        problem={problemText(problem, 'cookTime')}
        onChoose={(cookTime) => form.change({ cookTime })}
      />
      <TextField {...text('materials')} optional limit={materialsCharacters} rows={3} />
      {/* Its placeholder says that it is optional. */}
      <TextField {...text('tips')} limit={tipsCharacters} rows={3} />
      <StepEditor host={host} form={form} />
    </>
  );
}

/** Copy deck 5.7. */
export function PhotoShareFields({ host, form }: FieldsProps<PhotoShareValues>) {
  const { values, problem } = useStore(form);
  const text = (field: 'content' | 'phone') => ({
    field,
    label: copy[`contest.photo.${field}.label`],
    placeholder: copy[`contest.photo.${field}.ph`],
    value: values[field],
    onText: (typed: string) => form.change({ [field]: typed }),
    problem: problemText(problem, field),
  });
  return (
    <>
      <PictureField
        host={host}
        form={form}
        label={copy['contest.photo.images.label']}
        hint={copy['contest.photo.images.hint']}
        problem={problemText(problem, 'images')}
      />
      <TextField
        {...text('content')}
        limit={shareCharacters}
        onCut={() => host.feedback.toast(copy['contest.photo.contentLong.toast'])}
        rows={6}
      />
      <TextField {...text('phone')} rows={1} phone />
    </>
  );
}

/** One of four or none, an empty value (spec section 5): pressing the chosen one clears it. */
function CookTimeField({
  value,
  problem,
  onChoose,
}: {
  value: string;
  problem: string | null;
  onChoose: (cookTime: string) => void;
}) {
  const name = useId();
  return (
    <fieldset data-lead className={styles.field} aria-describedby={problem === null ? undefined : `${name}problem`}>
      <legend className={styles.label}>
        {copy['contest.form.cookTime.label']}
        <Optional />
      </legend>
      <p id={`${name}hint`} className={styles.hint}>
        {copy[value === '' ? 'contest.form.cookTime.ph' : 'contest.form.cookTime.undo']}
      </p>
      <div className={styles.choices}>
        {cookTimes.map((time) => (
          <label key={time} className={joinClasses(styles.choice, value === time && styles.chosen)}>
            <input
              type="radio"
              name={name}
              aria-describedby={`${name}hint`}
              data-field="cookTime"
              checked={value === time}
              onChange={() => onChoose(time)}
              onClick={() => value === time && onChoose('')}
            />
            {copy[`contest.form.cookTime.${time}`]}
          </label>
        ))}
      </div>
      <FieldProblem id={`${name}problem`} text={problem} />
    </fieldset>
  );
}
