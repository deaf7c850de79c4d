import { useId } from 'react';
import styles from './controls.module.css';

type ChoiceProps<Value extends string> = { label: string; value: Value; options: readonly (readonly [Value, string])[]; onChange(value: Value): void };

/** A few options side by side, as radio buttons. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" className={styles.choice} aria-label={label}>
      {options.map(([option, text]) => (
        <label key={option} data-chosen={option === value || undefined}>
          <input type="radio" name={name} value={option} checked={option === value} onChange={() => onChange(option)} />
          {text}
        </label>
      ))}
    </div>
  );
}
