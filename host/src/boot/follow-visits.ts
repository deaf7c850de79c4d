import type { Navigation } from '../navigation/navigation.ts';
import type { Tracker } from '../tracking/tracker.ts';

/** What happens at each visit of a screen: it begins at its top and is counted. */
export function followVisits(navigation: Navigation, tracker: Pick<Tracker, 'track'>, scrollToTop: () => void): void {
  const count = () => tracker.track('pageView', { path: navigation.get().path });
  count();
  navigation.subscribe(() => {
    scrollToTop();
    count();
  });
}
