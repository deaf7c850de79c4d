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
  /** Its text stands elsewhere on screen. */
  labelHidden?: boolean;
  optional?: boolean;
  placeholder: string;
  value: string;
  onText: (text: string) => void;
  /** Characters. */
  limit?: number;
  /** If given, insertions are cut to the limit, and this is called. Default: the limit isn't enforced. */
  onCut?: () => void;
  /** 1: a single line. */
  rows: number;
  problem: string | null;
  /** A phone number. */
  phone?: boolean;
}

/** A labelled text with counter and problem. Nothing is cut while an input method composes. */
export function TextField({
  field, step, label, labelHidden = false, optional = false, placeholder, value, onText, limit, onCut, rows, problem,
  phone = false,
}: TextFieldProps) {
  const id = useId();
  const composing = useRef<string | null>(null);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);

  // Setting a cut value moves the caret to the end.
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
    'aria-describedby': joinClasses(problem !== null && `${id}problem`, limit !== undefined && `${id}count`) || undefined,
  } as const;
  return (
    <div className={styles.field} data-lead>
      <label htmlFor={id} className={joinClasses(styles.label, labelHidden && kitchen.unseen)}>
        {label}
        {optional && <Optional />}
      </label>
      {rows === 1 ? (
        <input {...shared} {...(phone ? phoneInput : textInput)} enterKeyHint="next" />
      ) : (
        <textarea {...shared} rows={rows} autoComplete="off" />
      )}
      <div className={styles.under}>
        <FieldProblem id={`${id}problem`} text={problem} />
        {limit !== undefined && (
          <span id={`${id}count`} className={joinClasses(styles.counter, count > limit && styles.over)}>
            {fill(copy['contest.form.counter'], { n: count, max: limit })}
          </span>
        )}
      </div>
    </div>
  );
}

const textInput = { type: 'text', autoComplete: 'off' } as const;
const phoneInput = { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } as const;

export function Optional() {
  return <span className={styles.optional}>{copy['contest.form.optional']}</span>;
}

/** Keeps `100-1000` on one line, by a word joiner behind its hyphen. */
const keepRangesWhole = (text: string): string => text.replace(/(\d-)(\d)/g, '$1\u2060$2');

/** A field's problem. A toast announces it; here it stays until the form changes. */
export function FieldProblem({ id, text }: { id: string; text: string | null }) {
  return text === null ? null : <p id={id} className={styles.problem}>{text}</p>;
}
