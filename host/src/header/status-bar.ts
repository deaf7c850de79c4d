import { createStore } from 'zustand/vanilla';
import type { BridgeService, Environment, Store } from '@fridge/shared-contracts';

/** Height of the app's status bar until the app tells it, CSS px (spec section 9). */
export const DEFAULT_STATUS_BAR_HEIGHT = 44;

/**
 * Height that the header leaves free on top: the app draws its status bar over the web view, a browser doesn't.
 * @returns a store; its value is in CSS px
 */
export function createStatusBar(environment: Environment, bridge: BridgeService): Store<number> & { read(): Promise<void> } {
  const store = createStore<{ height: number }>(() => ({ height: environment.inApp ? DEFAULT_STATUS_BAR_HEIGHT : 0 }));
  return {
    get: () => store.getState().height,
    subscribe: store.subscribe,
    async read() {
      const answer = await bridge.call('getStatusBarHeight');
      if (answer.ok) store.setState({ height: answer.data.height });
      else store.setState({ height: environment.inApp ? DEFAULT_STATUS_BAR_HEIGHT : 0 });
    },
  };
}
