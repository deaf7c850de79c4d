import type { HostServices, Screen, Shell, ShellHeader } from '@fridge/shared-contracts';
import { createContext, useContext, useLayoutEffect } from 'react';
import { useStore } from './use-store.ts';

const ScreenHost = createContext<HostServices | null>(null);

/** @returns `null` in a shell: what it is used for begins with the screen */
export const useScreenHost = (): HostServices | null => useContext(ScreenHost);

/**
 * For parts that only the screen draws.
 * @throws in a shell
 */
export function useLiveHost(): HostServices {
  const host = useScreenHost();
  if (host === null) throw new Error('A shell draws a part that needs the host: draw it only where there is one.');
  return host;
}

/**
 * The screen that a shell comes to life as. It follows the operators' dates.
 * @param window name of the activity's window
 * @param header also exported by the route's module, for who draws the shell
 */
export function screenOf(Drawn: Shell, window: string, header: ShellHeader = {}): Screen {
  return function LiveScreen({ host }) {
    useLayoutEffect(() => host.header.set(header), [host]);
    useStore(host.windows);
    return (
      <ScreenHost value={host}>
        <Drawn
          skin={useStore(host.skin)}
          period={host.windows.bounds(window)}
          inApp={host.environment.inApp}
          isBare={false}
        />
      </ScreenHost>
    );
  };
}
