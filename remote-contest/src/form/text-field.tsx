import { fill, readerCharacters } from '@fridge/shared-contracts';
import {
  type ContestField,
  type ContestProblem,
  countWritten,
  problemMessages,
} from '@fridge/shared-contracts/activities/contest';
import { Field, joinClasses, unseen } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import styles from './field.module.css';

interface TextFieldProps {
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
  field,
  label,
  labelHidden = false,
  optional = false,
  placeholder,
  value,
  limit,
  onCut,
  phone = false,
  ...rest
}: TextFieldProps) {
  const accept = (after: string, before: string) => {
    if (phone) return { text: after.replace(/[\s-]/g, '') };
    const cut = onCut && limit !== undefined ? cutInsertion(before, after, limit) : null;
    if (cut !== null) onCut?.();
    return cut ?? { text: after };
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
      label={
        <>
          {label}
          {optional && <Optional />}
        </>
      }
      labelClassName={joinClasses(styles.label, labelHidden && unseen)}
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

/** The deck's text of a field's problem. @param step for one of several */
export function problemText(problem: ContestProblem | null, field: ContestField, step?: number): string | null {
  return problem?.field === field && problem.step === step ? problemMessages[problem.messageKey] : null;
}

/** Shown until the form changes; a toast announces it. */
export function FieldProblem({ id, text }: { id: string; text: string | null }) {
  return text === null ? null : (
    <p id={id} className={styles.problem}>
      {text}
    </p>
  );
}

/**
 * Cuts an insertion to a field's limit, counting as the server does (spec section 5). Never cuts the text around it, or
 * a text that became shorter.
 * @returns the text, and the caret in UTF-16 units; `null` if it fits
 */
export function cutInsertion(before: string, after: string, limit: number): { text: string; caret: number } | null {
  const written = countWritten(after);
  if (written <= limit || written <= countWritten(before)) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const end = after.slice(after.length - tail);
  const inserted = readerCharacters(after.slice(start, after.length - tail));
  const textWith = (count: number) => after.slice(0, start) + inserted.slice(0, count).join('');
  let fitting = inserted.length;
  // Again, since what is cut may be of a tag, which doesn't count.
  for (let excess = written - limit; excess > 0 && fitting > 0; excess = countWritten(textWith(fitting) + end) - limit)
    fitting = Math.max(0, fitting - excess);
  const text = textWith(fitting);
  return { text: text + end, caret: text.length };
}
