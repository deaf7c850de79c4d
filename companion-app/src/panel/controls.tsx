import { type ReactNode, useId } from 'react';
import styles from './controls.module.css';

type SectionProps = { title: string; testId: string; action?: ReactNode; grows?: boolean; children: ReactNode };

export function Section({ title, testId, action, grows = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={grows ? styles.grows : styles.section} aria-labelledby={id} data-testid={testId}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}

type CheckProps = { label: string; checked: boolean; disabled?: boolean; onChange(checked: boolean): void };

export function Check({ label, checked, disabled = false, onChange }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
};

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
