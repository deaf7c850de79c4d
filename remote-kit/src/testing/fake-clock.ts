import type { ActivityWindows, WindowService } from '@fridge/shared-contracts';
import { windowStateOf } from '@fridge/shared-contracts/page';
import { createWritableStore } from './writable-store.ts';

/** The host calls no listener for smaller changes. */
const MIN_SHIFT_MS = 1_000;

/**
 * Business time, which runs on from where it is set. Listeners are called when it is set, not as it passes.
 * @param initial milliseconds; `null`: not known yet
 */
export function createFakeClock(initial: number | null, control: { windows: ActivityWindows }) {
  const store = createWritableStore<number | null>(null);
  let offset: number | null = null;

  const set = (time: number | null) => {
    offset = time === null ? null : time - performance.now();
    const published = store.getState();
    if (offset === null || published === null || Math.abs(offset - published) >= MIN_SHIFT_MS) store.set(offset);
  };
  set(initial);

  const now = () => (offset === null ? null : Math.round(offset + performance.now()));
  const service: WindowService = {
    getState: store.getState,
    subscribe: store.subscribe,
    now,
    stateOf(name) {
      const time = now();
      return time === null ? 'open' : windowStateOf(control.windows[name], time);
    },
    bounds: (name) => ({ ...(control.windows[name] ?? { start: null, end: null }) }),
  };
  return { service, set };
}
