import { fill } from '@fridge/shared-contracts';
import { type ContestField, countWritten } from '@fridge/shared-contracts/activities/contest';
import { Field, joinClasses } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import kitchen from '../theme/kitchen.module.css';
import styles from './field.module.css';
import { fitInsertion } from './fit-insertion.ts';

export interface TextFieldProps {
  /** With `step` for one of several. */
  field: ContestField;
  step?: number;
  label: string;
  /** Its text is elsewhere on screen. */
  labelHidden?: boolean;
  optional?: boolean;
  placeholder: string;
  value: string;
  onText: (text: string) => void;
  /** Characters. */
  limit?: number;
  /** Enforces the limit; called when an insertion was cut. */
  onCut?: () => void;
  /** 1: a single line. */
  rows: number;
  problem: string | null;
  phone?: boolean;
}

export function TextField({
  field, label, labelHidden = false, optional = false, placeholder, value, limit, onCut, phone = false, ...rest
}: TextFieldProps) {
  const accept = (after: string, before: string) => {
    if (limit === undefined || onCut === undefined) return { text: after };
    const { text, caret, cut } = fitInsertion(before, after, limit);
    if (!cut) return { text };
    onCut();
    return { text, caret };
  };
  const count = countWritten(value);
  const note = limit !== undefined && {
    note: (
      <span className={joinClasses(styles.counter, count > limit && styles.over)}>
        {fill(copy['contest.form.counter'], { n: count, max: limit })}
      </span>
    ),
  };
  const singleLine = phone ? phoneInput : textInput;
  return (
    <Field
      {...rest}
      {...note}
      {...(rest.rows === 1 ? singleLine : { autoComplete: 'off' })}
      name={field}
      label={<>{label}{optional && <Optional />}</>}
      labelClassName={joinClasses(styles.label, labelHidden && kitchen.unseen)}
      // A word joiner keeps `100-1000` on one line.
      placeholder={placeholder.replace(/(\d-)(\d)/g, '$1\u2060$2')}
      value={value}
      accept={accept}
      styles={styles}
    />
  );
}

const textInput = { type: 'text', autoComplete: 'off', enterKeyHint: 'next' } as const;
const phoneInput = { type: 'tel', inputMode: 'tel', autoComplete: 'tel', enterKeyHint: 'next' } as const;

export function Optional() {
  return <span className={styles.optional}>{copy['contest.form.optional']}</span>;
}

/** Shown until the form changes; a toast announces it. */
export function FieldProblem({ id, text }: { id: string; text: string | null }) {
  return text === null ? null : <p id={id} className={styles.problem}>{text}</p>;
}
