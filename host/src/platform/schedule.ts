import { periodState, type Schedule, type ScheduleService } from '@fridge/shared-contracts';
import { readStore } from '../lib/read-store.ts';
import type { ServerClock } from './platform.ts';

/**
 * Periods of routes by the server's business clock (architecture, "Windows"). While the clock isn't known a period
 * counts as open: the server has the last word on every action anyway, and a guess would shut people out. As a store
 * it tells when the clock becomes known or is moved.
 */
export function createSchedule(schedule: Schedule, clock: Pick<ServerClock, 'businessNow' | 'offset'>): ScheduleService {
  const named = (period: string) => (Object.hasOwn(schedule, period) ? schedule[period] : undefined);
  return Object.freeze({
    ...readStore(clock.offset),
    state(period: string) {
      const now = clock.businessNow();
      return now === null ? 'open' : periodState(named(period), now);
    },
    now: clock.businessNow,
    bounds: (period: string) => ({ ...(named(period) ?? { start: null, end: null }) }),
  });
}
