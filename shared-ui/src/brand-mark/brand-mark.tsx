import type { Skin } from '@fridge/shared-contracts';
import type { ReactNode } from 'react';

const marks = {
  0: (
    <>
      <path d="M9 2.5h14A4.5 4.5 0 0 1 27.5 7v11.2h-23V7A4.5 4.5 0 0 1 9 2.5Z" fill="currentColor" />
      <path d="M4.5 20.8h23v4.7A4.5 4.5 0 0 1 23 30H9a4.5 4.5 0 0 1-4.5-4.5v-4.7Z" fill="currentColor" />
      <path d="M9.75 8.5v5" stroke="var(--mark-ground)" strokeWidth="2.5" />
      <path d="M9.75 24.5v1.2" stroke="var(--mark-ground)" strokeWidth="2.5" />
    </>
  ),
  1: (
    <>
      <path d="M7.5 2h17v28h-17zM7.5 19h17" stroke="currentColor" strokeWidth="1.25" />
      <path d="M12 7.5V14M12 22.5v3.5" stroke="currentColor" strokeWidth="1.25" />
    </>
  ),
  2: (
    <>
      <rect x="4" y="2" width="24" height="28" rx="9" fill="currentColor" />
      <path d="M11 11.5v.01M21 11.5v.01" stroke="var(--mark-ground)" strokeWidth="3.4" />
      <path d="M11 17.5q5 5 10 0" stroke="var(--mark-ground)" strokeWidth="2.4" />
      <path d="M4 23.5h24" stroke="var(--mark-ground)" strokeWidth="1.75" />
    </>
  ),
} satisfies Record<Skin, ReactNode>;

interface BrandMarkProps {
  skin: Skin;
  label: string;
  className?: string | undefined;
}

/** The brand's mark in the text's colour; cut-outs take `--mark-ground`, the background's. */
export function BrandMark({ skin, label, className }: BrandMarkProps) {
  const naming = { role: 'img', 'aria-label': label };
  return (
    <svg
      {...naming}
      className={className}
      width="32"
      height="32"
      viewBox="0 0 32 32"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      {marks[skin]}
    </svg>
  );
}
