import type { Navigation } from '../navigation/navigation.ts';
import type { Tracker } from '../tracking/tracker.ts';

/** Counts each visit of a screen, the first one too. */
export function countVisits(navigation: Navigation, tracker: Pick<Tracker, 'track'>): void {
  const count = () => tracker.track('pageView', { path: navigation.get().path });
  count();
  navigation.subscribe(count);
}
