import type { HostServices, Screen, Shell } from '@fridge/shared-contracts';
import { createContext, useContext } from 'react';
import { useStore } from './use-store.ts';

const ScreenHost = createContext<HostServices | null>(null);

/** @returns `null` in a shell: what it is used for begins with the screen */
export const useScreenHost = (): HostServices | null => useContext(ScreenHost);

/**
 * The screen that a shell comes to life as. It follows the operators' dates.
 * @param window name of the activity's window
 */
export function screenOf(Drawn: Shell, window: string): Screen {
  return function LiveScreen({ host }) {
    useStore(host.windows);
    return (
      <ScreenHost value={host}>
        <Drawn skin={useStore(host.skin)} period={host.windows.bounds(window)} />
      </ScreenHost>
    );
  };
}
