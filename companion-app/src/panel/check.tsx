import styles from './controls.module.css';

type CheckProps = { label: string; checked: boolean; disabled?: boolean; onChange(checked: boolean): void };

export function Check({ label, checked, disabled = false, onChange }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
