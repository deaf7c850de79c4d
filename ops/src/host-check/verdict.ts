import type { TrackedEvent } from '@fridge/shared-contracts/page';
import { isOfOpening } from '@fridge/remote-kit/check/drive/open-page';

/**
 * What a page's events say of a route of this remote.
 * @returns `open`, why it isn't, or `null`: nothing yet
 */
export function verdictOf(events: readonly TrackedEvent[], remote: string): string | null {
  for (const event of events) {
    if (event.event !== 'failure') continue;
    if (event.remote === remote && isOfOpening(event)) return `${event.phase} ${event.reason}`;
    if (event.remote === 'host') return `the host: ${event.phase} ${event.reason}`;
  }
  return events.some((event) => event.event === 'open' && event.remote === remote) ? 'open' : null;
}
