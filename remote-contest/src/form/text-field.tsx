import { type ContestField, countWritten } from '@fridge/shared-contracts/activities/contest';
import { fill } from '@fridge/shared-contracts';
import { joinClasses } from '@fridge/shared-ui';
import { type ChangeEvent, type CompositionEvent, useId, useLayoutEffect, useRef } from 'react';
import { copy } from '../copy.ts';
import kitchen from '../theme/kitchen.module.css';
import styles from './field.module.css';
import { fitInsertion } from './fit-insertion.ts';

export interface TextFieldProps {
  /** The problem's field; with `step` for one of several. */
  field: ContestField;
  step?: number;
  label: string;
  /** A label that others can see elsewhere. */
  labelHidden?: boolean;
  /** The work is as good without it, and the label says so. */
  optional?: boolean;
  placeholder: string;
  value: string;
  onText: (text: string) => void;
  /** Shown by the counter. */
  limit?: number;
  /** The field takes no more than its limit; it is told when something of what was inserted had to go. */
  onCut?: () => void;
  /** 1: a single line. */
  rows: number;
  /** What is wrong with it, in the deck's words. */
  problem: string | null;
  /** For a phone. */
  phone?: boolean;
}

/**
 * A labelled text with its counter and its problem. While an input method composes nothing is cut, judged or counted
 * against the writer.
 */
export function TextField({ field, step, label, labelHidden = false, optional = false, placeholder, value, onText, limit, onCut, rows, problem, phone = false }: TextFieldProps) {
  const id = useId();
  const composing = useRef<string | null>(null);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);

  // A text that was cut in its middle would otherwise throw the caret to its end.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    control.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const take = (before: string, after: string) => {
    if (limit === undefined || onCut === undefined) {
      onText(after);
      return;
    }
    const fitted = fitInsertion(before, after, limit);
    if (fitted.cut) {
      caret.current = fitted.caret;
      onCut();
    }
    onText(fitted.text);
  };
  const change = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const text = event.currentTarget.value;
    if (composing.current === null) take(value, text);
    else onText(text);
  };
  const endComposition = (event: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const before = composing.current ?? value;
    composing.current = null;
    take(before, event.currentTarget.value);
  };

  const count = countWritten(value);
  const over = limit !== undefined && count > limit;
  const shared = {
    ref: control,
    id,
    className: styles.control,
    placeholder: keepRangesWhole(placeholder),
    value,
    onChange: change,
    onCompositionStart: () => {
      composing.current = value;
    },
    onCompositionEnd: endComposition,
    'data-field': field,
    'data-step': step,
    'aria-invalid': problem !== null || undefined,
    'aria-describedby': [problem !== null && `${id}problem`, limit !== undefined && `${id}count`].filter(Boolean).join(' ') || undefined,
  } as const;
  return (
    <div className={styles.field} data-lead>
      <label htmlFor={id} className={joinClasses(styles.label, labelHidden && kitchen.unseen)}>{label}{optional && <Optional />}</label>
      {rows === 1 ? (
        <input {...shared} {...(phone ? { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } : { type: 'text', autoComplete: 'off' })} enterKeyHint="next" />
      ) : (
        <textarea {...shared} rows={rows} autoComplete="off" />
      )}
      <div className={styles.under}>
        <FieldProblem id={`${id}problem`} text={problem} />
        {limit !== undefined && <span id={`${id}count`} className={joinClasses(styles.counter, over && styles.over)}>{fill(copy['contest.form.counter'], { n: count, max: limit })}</span>}
      </div>
    </div>
  );
}

/** Behind the label of what may be left out. */
export function Optional() {
  return <span className={styles.optional}>{copy['contest.form.optional']}</span>;
}

/** `100-1000` stays on one line: a word joiner behind its hyphen, which nobody sees or hears. */
const keepRangesWhole = (text: string): string => text.replace(/(\d-)(\d)/g, '$1\u2060$2');

/** What is wrong with a field, under it. The toast announces it; here it stays until something changes. */
export function FieldProblem({ id, text }: { id: string; text: string | null }) {
  return text === null ? null : <p id={id} className={styles.problem}>{text}</p>;
}
