import type { HostServices } from '@fridge/shared-contracts';
import type { Report } from '@fridge/shared-contracts/activities/report';

type Household = Pick<HostServices, 'session'>;
type Left = { entry: string; userId: string; fridgeId: string; report: Report };

/** Lives as long as the page: nothing of the report is written down. */
let left: Left | null = null;

/** Remembers, at the step from the story's end to the draw, what was read here. */
export function leaveForDraw(host: Household, report: Report): void {
  const place = placeOf(host);
  left = place && { ...place, report };
}

/**
 * The report that was left for the draw, when the user comes back to the same entry of the history; `null` for who
 * opens the report anew, and for another user or fridge.
 */
export function leftForDraw(host: Household): Report | null {
  const place = placeOf(host);
  const same = place !== null && left?.entry === place.entry && left.userId === place.userId && left.fridgeId === place.fridgeId;
  return same ? left?.report ?? null : null;
}

/** The router writes each entry's own key into its state; without one it can't be told from others. */
function placeOf({ session }: Household): Omit<Left, 'report'> | null {
  const { status, userId, fridge } = session.get();
  if (window.history.state === null || status !== 'user' || fridge === null) return null;
  return { entry: JSON.stringify(window.history.state), userId, fridgeId: fridge.fridgeId };
}
