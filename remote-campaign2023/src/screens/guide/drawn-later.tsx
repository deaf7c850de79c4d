import { useScreenHost } from '@fridge/shared-ui/internal';
import type { ReactNode } from 'react';

/** A decoration below the first window: pages carry its place alone, whose size is the class's. */
export function DrawnLater({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <div aria-hidden="true" className={className} data-live="">
      {useScreenHost() !== null && children}
    </div>
  );
}
