import {
  type ChangeEvent,
  type CompositionEvent,
  type CSSProperties,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { joinClasses } from '../join-classes.ts';
import { unseen } from '../unseen.ts';
import styles from './field.module.css';

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface FieldProps extends Pick<
  InputHTMLAttributes<Control>,
  'type' | 'inputMode' | 'autoComplete' | 'enterKeyHint' | 'placeholder'
> {
  /** Sets `data-field`; `step` sets `data-step`. */
  name: string;
  step?: number | undefined;
  label: ReactNode;
  /** For screen readers only: the page shows it elsewhere. */
  labelHidden?: boolean;
  value: string;
  onText: (text: string) => void;
  /**
   * Returns the text to keep and the caret, in UTF-16 units; default: behind what it keeps of the text before the
   * caret. Not called during composition; `before` is then the text before it. Default: keeps all.
   */
  accept?: ((after: string, before: string) => { text: string; caret?: number }) | undefined;
  /** Default: 1, an `<input>`. */
  rows?: number;
  problem: string | null;
  /** Beside the error and part of the description, a counter for example. `<strong>` looks like an error. */
  note?: ReactNode;
}

/** A text field with its label, error and note, coloured by the theme (`field.module.css`). */
export function Field({
  name,
  step,
  label,
  labelHidden = false,
  value,
  onText,
  accept,
  rows = 1,
  problem,
  note,
  ...rest
}: FieldProps) {
  const id = useId();
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const beforeComposition = useRef<string | null>(null);
  const caret = useRef<number | null>(null);

  // Cutting a controlled text moves the caret to its end.
  useLayoutEffect(() => {
    if (caret.current !== null) control.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const take = (after: string, before: string) => {
    const at = control.current?.selectionStart ?? null;
    const accepted = accept?.(after, before) ?? { text: after };
    caret.current = accepted.caret ?? (at === null ? null : (accept?.(after.slice(0, at), before).text.length ?? null));
    onText(accepted.text);
  };
  const describedBy = [problem !== null && `${id}problem`, note !== undefined && `${id}note`].filter(Boolean).join(' ');
  const attributes = {
    ...rest,
    ref: control,
    id,
    value,
    className: styles.control,
    'data-field': name,
    'data-step': step,
    'aria-invalid': problem !== null || undefined,
    'aria-describedby': describedBy || undefined,
    onChange: ({ currentTarget }: ChangeEvent<Control>) =>
      beforeComposition.current === null ? take(currentTarget.value, value) : onText(currentTarget.value),
    onKeyDown: (event: KeyboardEvent<Control>) => {
      // iOS submits the form by its "next" key.
      if (event.key !== 'Enter' || rest.enterKeyHint !== 'next' || event.nativeEvent.isComposing) return;
      event.preventDefault();
      const { form } = event.currentTarget;
      const controls = [...(form?.querySelectorAll<HTMLElement>(':is(input, textarea, select):not(:disabled)') ?? [])];
      controls[controls.indexOf(event.currentTarget) + 1]?.focus();
    },
    onCompositionStart: () => {
      beforeComposition.current = value;
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Control>) => {
      const before = beforeComposition.current ?? value;
      beforeComposition.current = null;
      take(currentTarget.value, before);
    },
  };
  return (
    <div className={styles.field} data-lead>
      <label htmlFor={id} className={joinClasses(styles.label, labelHidden && unseen)}>
        {label}
      </label>
      {rows === 1 ? <input {...attributes} /> : <textarea {...attributes} rows={rows} style={heightOf(rows)} />}
      {(problem !== null || note !== undefined) && (
        <div className={styles.under}>
          <Problem id={id} text={problem} />
          {note !== undefined && (
            <span id={`${id}note`} className={styles.note}>
              {note}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

/** A growing text field ignores `rows`. Custom properties aren't part of React's style type. */
const heightOf = (rows: number) => ({ '--rows': rows }) as CSSProperties;

interface FieldGroupProps {
  /** Of the error `${id}problem` and the hint `${id}hint`. */
  id: string;
  label: ReactNode;
  hint?: string;
  problem: string | null;
  className?: string | undefined;
  children: ReactNode;
}

/** Controls under one label. */
export function FieldGroup({ id, label, hint, problem, className, children }: FieldGroupProps) {
  return (
    <fieldset
      data-lead
      className={joinClasses(styles.field, className)}
      aria-describedby={problem === null ? undefined : `${id}problem`}
    >
      <legend className={styles.label}>{label}</legend>
      {hint !== undefined && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <Problem id={id} text={problem} />
      {children}
    </fieldset>
  );
}

function Problem({ id, text }: { id: string; text: string | null }) {
  return text === null ? null : (
    <p id={`${id}problem`} className={styles.problem}>
      {text}
    </p>
  );
}

/** Without the spaces and dashes of a pasted number. */
export const phoneInput = {
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'tel',
  enterKeyHint: 'next',
  accept: (text: string) => ({ text: text.replace(/[\s-]/g, '') }),
} as const;

/** Focuses a control and scrolls its `data-lead` ancestor below the header, clear of the toast in the middle. */
export function leadTo(control: HTMLElement | null | undefined): void {
  if (!control) return;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  control.focus({ preventScroll: true });
  (control.closest('[data-lead]') ?? control).scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
}
