import type { ReactNode } from 'react';

export interface IconProps {
  className?: string | undefined;
  /** Decorative and hidden without one. */
  label?: string | undefined;
}

/** Frame of all icons: 24 px grid, 1.75 px stroke. */
export function Glyph({ className, label, children }: IconProps & { children: ReactNode }) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg
      {...naming}
      className={className}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      {children}
    </svg>
  );
}
