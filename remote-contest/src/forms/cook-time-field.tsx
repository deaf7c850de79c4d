import { cookTimes } from '@fridge/shared-contracts/activities/contest';
import { joinClasses } from '@fridge/shared-ui';
import { useId } from 'react';
import { copy } from '../copy.ts';
import styles from './field.module.css';

/** The cooking time, one of four or none (spec section 5): pressing the chosen one again takes it back. */
export function CookTimeField({ value, onChoose }: { value: string; onChoose: (cookTime: string) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{copy['contest.form.cookTime.label']}</legend>
      <p id={`${name}hint`} className={styles.hint}>{copy['contest.form.cookTime.ph']}</p>
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
    </fieldset>
  );
}
