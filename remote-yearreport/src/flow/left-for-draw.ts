import type { HostServices } from '@fridge/shared-contracts';
import type { Report } from '@fridge/shared-contracts/activities/report';
import { newRequestId } from '@fridge/shared-ui';

type Household = Pick<HostServices, 'session'>;
type Left = { mark: string; userId: string; fridgeId: string; report: Report };

/** Our own member of the state of the history's entry, beside what the host keeps there. */
const MARK = 'reportLeftForDraw';

/** Lives as long as the page: nothing of the report is written down. */
let left: Left | null = null;

/** Remembers, at the step from the story's end to the draw, what was read here, and marks the entry of the history. */
export function leaveForDraw(host: Household, report: Report): void {
  const reader = readerOf(host);
  const mark = newRequestId();
  left = reader !== null && markEntry(mark) ? { mark, ...reader, report } : null;
}

/**
 * The report that was left for the draw, when the user comes back to the same entry of the history; `null` for who
 * opens the report anew, and for another user or fridge.
 */
export function leftForDraw(host: Household): Report | null {
  const reader = readerOf(host);
  const same = reader !== null && left?.mark === markOfEntry() && left?.userId === reader.userId && left.fridgeId === reader.fridgeId;
  return same ? left?.report ?? null : null;
}

function readerOf({ session }: Household): Pick<Left, 'userId' | 'fridgeId'> | null {
  const { status, userId, fridge } = session.getState();
  return status !== 'user' || fridge === null ? null : { userId, fridgeId: fridge.fridgeId };
}

function markOfEntry(): unknown {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && MARK in state ? state[MARK] : undefined;
}

/** @returns whether the browser took it: Safari refuses more than 100 changes in 30 s */
function markEntry(mark: string): boolean {
  try {
    window.history.replaceState({ ...window.history.state, [MARK]: mark }, '');
    return true;
  } catch {
    return false;
  }
}
