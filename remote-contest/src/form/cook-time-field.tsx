import { cookTimes } from '@fridge/shared-contracts/activities/contest';
import { joinClasses } from '@fridge/shared-ui';
import { useId } from 'react';
import { copy } from '../copy.ts';
import styles from './field.module.css';
import { FieldProblem, Optional } from './text-field.tsx';

export interface CookTimeFieldProps {
  /** Empty: none. */
  value: string;
  problem: string | null;
  onChoose: (cookTime: string) => void;
}

/** One of four or none (spec section 5): pressing the chosen one again takes it back, and the hint says so. */
export function CookTimeField({ value, problem, onChoose }: CookTimeFieldProps) {
  const name = useId();
  return (
    <fieldset data-lead className={styles.field} aria-describedby={problem === null ? undefined : `${name}problem`}>
      <legend className={styles.label}>{copy['contest.form.cookTime.label']}<Optional /></legend>
      <p id={`${name}hint`} className={styles.hint}>{copy[value === '' ? 'contest.form.cookTime.ph' : 'contest.form.cookTime.undo']}</p>
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
