import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './button.module.css';

export type ButtonTone = 'primary' | 'quiet' | 'text';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once per screen, `quiet` beside it, `text` for what may be overlooked. Default: `primary`. */
  tone?: ButtonTone;
  /** Something is under way: presses are ignored, the focus stays, the width too. */
  busy?: boolean;
  /** What the button says meanwhile. Default: what it says anyway. */
  busyLabel?: string | undefined;
  /** As wide as its container. */
  wide?: boolean;
}

/**
 * A button that answers in the same frame and says when it is busy (look, "States are designed too"). Both labels lie
 * in one grid cell, so that the wider one gives the width in either state. A theme colours it with `--button-background`
 * and `--button-ink`.
 */
export function Button({ tone = 'primary', busy = false, busyLabel, wide = false, className, onClick, children, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(styles.button, styles[tone], wide && styles.wide, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={press}
    >
      <Label shown={!busy || busyLabel === undefined}>{children}</Label>
      {busyLabel !== undefined && <Label shown={busy}>{busyLabel}</Label>}
    </button>
  );
}

export interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** As of `ButtonProps`. */
  tone?: ButtonTone;
  wide?: boolean;
}

/** A link out of the product that looks like a button: phones open an app by a real link alone. */
export function ButtonLink({ tone = 'primary', wide = false, className, children, ...rest }: ButtonLinkProps) {
  return <a {...rest} className={joinClasses(styles.button, styles[tone], wide && styles.wide, className)}>{children}</a>;
}

function Label({ shown, children }: { shown: boolean; children: ReactNode }) {
  return <span className={joinClasses(styles.label, !shown && styles.hidden)} aria-hidden={!shown || undefined}>{children}</span>;
}
