import type { HostServices } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { type RefObject, useEffect, useRef } from 'react';

interface FridgeState {
  missing: boolean;
  /** Lets the user bind a fridge; the screen updates once there is one. */
  bind: () => Promise<void>;
  /** Its button gets the focus once a fridge is bound. */
  area: RefObject<HTMLDivElement | null>;
}

/**
 * Whether the home has a fridge.
 * @param denied an action was refused because there is none
 */
export function useFridge(host: HostServices, denied: boolean): FridgeState {
  const session = useStore(host.session);
  const missing = session.needsFridge || (denied && session.fridge === null);
  const area = useRef<HTMLDivElement>(null);
  const wasMissing = useRef(missing);

  useEffect(() => {
    const focusLost = document.activeElement === document.body || document.activeElement === null;
    if (wasMissing.current && !missing && focusLost) area.current?.querySelector('button')?.focus({ preventScroll: true });
    wasMissing.current = missing;
  }, [missing]);

  const bind = () => {
    host.tracking.click('campaign.bind');
    return host.session.bindFridge();
  };

  return { missing, bind, area };
}
