import type { ReactNode } from 'react';
import { joinClasses } from '@fridge/shared-ui';
import door from './fridge-door.module.css';

export interface FridgeDoorProps {
  /** The upper one carries the display; the lower one runs on below the screen. */
  part: 'upper' | 'lower';
  children: ReactNode;
}

/** One of the fridge's two doors from close by, with its part of the long handle and what hangs on it. */
export function FridgeDoor({ part, children }: FridgeDoorProps) {
  return (
    <div className={joinClasses(door.door, door[part])}>
      <span aria-hidden="true" className={door.handle} />
      {part === 'upper' && (
        <svg aria-hidden="true" className={door.display} width="86" height="52" viewBox="0 0 86 52" fill="none" strokeLinecap="round" focusable="false">
          <rect width="86" height="52" rx="16" fill="var(--fridge-display)" />
          <path d="M8 16a9 9 0 0 1 9-9h44" stroke="#fff" strokeWidth="1.75" opacity=".2" />
          <path d="M26 23v.01M60 23v.01" stroke="var(--fridge-light)" strokeWidth="8" />
          <path d="M32 33q11 8.5 22 0" stroke="var(--fridge-light)" strokeWidth="3.5" />
        </svg>
      )}
      {children}
    </div>
  );
}

/** What awaits inside, as magnets on the door: a coupon, the wheel, a dish from the kitchen. */
export function DoorMagnets() {
  return (
    <svg aria-hidden="true" focusable="false" className={door.magnets} viewBox="0 0 250 92" fill="none" strokeLinecap="round" strokeLinejoin="round">
      <g transform="rotate(-5 44 46)">
        <path className={door.shade} d="M6 26h80v42H6z" transform="translate(3 5)" />
        <path d="M6 24h80v11a6.5 6.5 0 0 0 0 13 6.5 6.5 0 0 0 0 13v7H6v-7a6.5 6.5 0 0 0 0-13 6.5 6.5 0 0 0 0-13Z" fill="#ffb938" />
        <path d="M6 61c14 0 16-14 30-14s14 10 26 10 12-8 24-8v19H6Z" fill="#0b2a5b" />
        <path d="M33 31.5 27 43h8l-3 9 10-13h-8l4-7.5Z" fill="#4a2300" />
        <path d="M50 34h22M50 42h14" stroke="#4a2300" strokeWidth="3" />
      </g>
      <g transform="translate(132 44)">
        <circle className={door.shade} r="34" cx="3" cy="5" />
        <circle r="34" fill="#a50d25" />
        <circle r="27" fill="#fff3dc" />
        <path d="M0 0V-27A27 27 0 0 1 23.4-13.5ZM0 0 23.4 13.5A27 27 0 0 1 0 27ZM0 0-23.4 13.5A27 27 0 0 1-23.4-13.5Z" fill="#f6c667" />
        <circle r="8" fill="#b80f2a" />
        <path d="M0-12 4-4h-8Z" fill="#b80f2a" />
        <path d="M0-30.5v.01M26.4-15.2v.01M26.4 15.2v.01M0 30.5v.01M-26.4 15.2v.01M-26.4-15.2v.01" stroke="#ffdf9a" strokeWidth="4" />
      </g>
      <g transform="rotate(6 212 44)">
        <path className={door.shade} d="M180 12h62v66h-62z" transform="translate(3 5)" />
        <path d="M180 10h62v66h-62z" fill="#fff" />
        <path d="M186 16h50v42h-50z" fill="#ffe7c7" />
        <path d="M194 38h34a17 15 0 0 1-34 0Z" fill="#c23f1c" />
        <path d="M198 37q5-12 13-6 8-8 14 6Z" fill="#2f6b3a" />
        <path d="M205 24q3-3 0-6M216 24q3-3 0-6" stroke="#b7936a" strokeWidth="2" />
        <path d="M192 67h24" stroke="#3b2416" strokeWidth="2.5" opacity=".5" />
      </g>
    </svg>
  );
}
