import { type ActivityWindows, type WindowService, windowState } from '@fridge/shared-contracts';
import type { ServerClock } from './server-clock.ts';

/**
 * Windows of routes by the server's business clock (architecture, "Windows"). While the clock isn't known a window
 * counts as open: the server has the last word on every action anyway, and a guess would shut people out.
 */
export function createWindowService(windows: ActivityWindows, clock: Pick<ServerClock, 'businessNow'>): WindowService {
  return {
    state(window) {
      const now = clock.businessNow();
      return now === null ? 'open' : windowState(windows[window], now);
    },
    now: () => clock.businessNow(),
    bounds: (window) => windows[window] ?? { start: null, end: null },
  };
}
