import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './button.module.css';

export type ButtonTone = 'primary' | 'quiet' | 'text';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once per screen, `quiet` beside it, `text` for minor actions. Default: `primary`. */
  tone?: ButtonTone;
  /** Ignores presses; keeps focus and width. */
  busy?: boolean;
  /** Label while busy. Default: the children. */
  busyLabel?: string | undefined;
  wide?: boolean;
  /** Its name in the markup that stands before the screen (`ACTION_ATTRIBUTE`). */
  'data-action'?: string;
  'data-activation'?: string;
}

/**
 * A button that shows when it is busy (look, "States are designed too"); the wider label sets the width. Colours:
 * `--button-background`, `--button-ink`.
 */
export function Button({
  tone = 'primary',
  busy = false,
  busyLabel,
  wide = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(tone, wide, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={press}
    >
      <Label shown={!busy || busyLabel === undefined}>{children}</Label>
      {busyLabel !== undefined && <Label shown={busy}>{busyLabel}</Label>}
    </button>
  );
}

/** For a link that is drawn as a button. */
export function buttonClass(tone: ButtonTone, wide: boolean, className?: string): string {
  return joinClasses(styles.button, styles[tone], wide && styles.wide, className);
}

interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  tone?: ButtonTone;
  wide?: boolean;
  'data-action'?: string;
}

/** An external link: phones open apps only by real links. */
export function ButtonLink({ tone = 'primary', wide = false, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonClass(tone, wide, className)}>
      {children}
    </a>
  );
}

function Label({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span className={joinClasses(styles.label, !shown && styles.hidden)} aria-hidden={!shown || undefined}>
      {children}
    </span>
  );
}
