import type { ReactNode } from 'react';
import { joinClasses } from '@fridge/shared-ui';
import magnets from './door-magnets.svg?inline';
import door from './fridge-door.module.css';

export interface FridgeDoorProps {
  /** `upper` has the display; `lower` continues below the screen. */
  part: 'upper' | 'lower';
  children: ReactNode;
}

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

export function DoorMagnets() {
  return <img alt="" className={door.magnets} src={magnets} width="250" height="92" />;
}
