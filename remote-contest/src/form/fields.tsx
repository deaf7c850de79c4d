import { contestTerms, cookTimes } from '@fridge/shared-contracts/activities/contest';
import { Field, joinClasses, useStore } from '@fridge/shared-ui';
import { FieldGroup, fieldStyles, phoneInput } from '@fridge/shared-ui/internal';
import { Fragment, type ReactNode, useId } from 'react';
import { copy } from '../copy.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import styles from './fields.module.css';
import type { FormValues, PhotoShareValues, RecipeValues } from './form-kinds.ts';
import { StepEditor } from './step-editor.tsx';
import { optionalLabel, problemText, TextField } from './text-field.tsx';
import type { FieldsProps } from './work-form.ts';

const { titleCharacters, contentCharacters, materialsCharacters, tipsCharacters, shareCharacters } = contestTerms;

/** Copy deck 5.4. */
export function RecipeFields({ form }: FieldsProps<RecipeValues>) {
  const { values, problem } = useStore(form);
  const text = (name: Exclude<keyof RecipeValues, 'pictures' | 'steps'>) => ({
    form,
    name,
    label: copy[`contest.form.${name}.label`],
    placeholder: copy[`contest.form.${name}.ph`],
    value: values[name],
    onText: (typed: string) => form.change({ [name]: typed }),
    problem: problemText(problem, name),
  });
  return inOrder<RecipeValues>({
    title: <TextField {...text('title')} limit={titleCharacters} cut="contest.form.titleLong.toast" rows={1} />,
    content: (
      <TextField {...text('content')} limit={contentCharacters.max} cut="contest.photo.contentLong.toast" rows={6} />
    ),
    pictures: <PictureField form={form} words="form" />,
    cookTime: <CookTimeField {...text('cookTime')} />,
    materials: (
      <TextField
        {...text('materials')}
        label={optionalLabel(copy['contest.form.materials.label'])}
        limit={materialsCharacters}
        rows={3}
      />
    ),
    // Its placeholder says that it is optional.
    tips: <TextField {...text('tips')} limit={tipsCharacters} rows={3} />,
    steps: <StepEditor form={form} />,
  });
}

/** Copy deck 5.7. */
export function PhotoShareFields({ form }: FieldsProps<PhotoShareValues>) {
  const { values, problem } = useStore(form);
  const text = (name: Exclude<keyof PhotoShareValues, 'pictures'>) => ({
    name,
    label: copy[`contest.photo.${name}.label`],
    placeholder: copy[`contest.photo.${name}.ph`],
    value: values[name],
    onText: (typed: string) => form.change({ [name]: typed }),
    problem: problemText(problem, name),
  });
  return inOrder<PhotoShareValues>({
    pictures: <PictureField form={form} words="photo" />,
    content: (
      <TextField
        form={form}
        {...text('content')}
        limit={shareCharacters}
        cut="contest.photo.contentLong.toast"
        rows={6}
      />
    ),
    phone: <Field {...text('phone')} {...phoneInput} />,
  });
}

/** A place for each field. */
const inOrder = <Values extends FormValues>(places: Record<keyof Values, ReactNode>) =>
  Object.entries<ReactNode>(places).map(([name, place]) => <Fragment key={name}>{place}</Fragment>);

interface CookTimeFieldProps {
  value: string;
  problem: string | null;
  onText: (cookTime: string) => void;
}

/** One of four or none, an empty value (spec section 5): pressing the chosen one clears it. */
function CookTimeField({ value, problem, onText }: CookTimeFieldProps) {
  const id = useId();
  return (
    <FieldGroup
      id={id}
      label={optionalLabel(copy['contest.form.cookTime.label'])}
      hint={copy[value === '' ? 'contest.form.cookTime.ph' : 'contest.form.cookTime.undo']}
      problem={problem}
    >
      <div className={styles.choices}>
        {cookTimes.map((time) => (
          <label key={time} className={joinClasses(fieldStyles.control, value === time && styles.chosen)}>
            <input
              type="radio"
              name={id}
              aria-describedby={`${id}hint`}
              data-field="cookTime"
              checked={value === time}
              onChange={() => onText(time)}
              onClick={() => value === time && onText('')}
            />
            {copy[`contest.form.cookTime.${time}`]}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
