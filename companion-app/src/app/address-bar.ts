import type { Store } from '@fridge/shared-contracts';
import { hostPath } from '../settings/host-address.ts';
import { writeStartOptions } from '../settings/start-options.ts';
import { type AppState, mainView } from './app-state.ts';

/** Keeps the state in the address, for reloads and copies. */
export function mirrorInAddressBar(store: Store<AppState>): () => void {
  let settled = false;
  const write = () => {
    const state = store.getState();
    // Until the first login is done, it holds the state to restore.
    settled ||= state.loggingIn === null && (state.session !== null || state.households.phase !== 'loading');
    // A reload retries a failed login.
    if (!settled || state.loggingIn || (state.trouble && !state.session)) return;
    const view = mainView(state);
    const search = writeStartOptions({
      user: state.session?.userId ?? null,
      guest: state.session === null,
      open: view ? hostPath(view.url) : null,
      device: state.device,
      faults: state.faults,
    });
    if (search !== location.search) history.replaceState(null, '', `${location.pathname}${search}`);
  };
  return store.subscribe(write);
}
