import type { TrackedEvent } from '@fridge/shared-contracts/page';
import type { ScreenFailure } from './observation.ts';
import type { WatchedPage } from './open-page.ts';

/** @returns how often a screen was opened until now */
export const opensIn = (events: readonly TrackedEvent[]): number =>
  events.filter(({ event }) => event === 'open').length;

/** Failures of a page in the order of its parts: each belongs to the part in which it was first seen. */
export function createFailures(watched: Pick<WatchedPage, 'events' | 'part'>) {
  const told = new Set<string>();
  const failures: ScreenFailure[] = [];
  return {
    all: failures,
    isNew: (event: TrackedEvent): boolean => event.event === 'failure' && !told.has(event.id),
    take(): void {
      for (const event of watched.events()) {
        if (event.event !== 'failure' || told.has(event.id)) continue;
        told.add(event.id);
        failures.push({ phase: event.phase, reason: event.reason, part: watched.part() });
      }
    },
  };
}
