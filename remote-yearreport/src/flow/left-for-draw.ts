import type { HostServices } from '@fridge/shared-contracts';
import type { Report } from '@fridge/shared-contracts/activities/report';
import { newRequestId } from '@fridge/shared-ui';

type Household = Pick<HostServices, 'session'>;
type Left = { mark: string; userId: string; fridgeId: string; report: Report };

const MARK = 'reportLeftForDraw';

/** In memory only: a report is never stored. */
let left: Left | null = null;

/** Keeps the report for the return, at a marked history entry. */
export function leaveForDraw(host: Household, report: Report): void {
  const reader = readerOf(host);
  const mark = newRequestId();
  left = reader !== null && markEntry(mark) ? { mark, ...reader, report } : null;
}

/** Only at the marked history entry, for the same user and fridge. */
export function leftForDraw(host: Household): Report | null {
  const reader = readerOf(host);
  if (left === null || reader === null || left.mark !== markOfEntry()) return null;
  return left.userId === reader.userId && left.fridgeId === reader.fridgeId ? left.report : null;
}

function readerOf({ session }: Household): Pick<Left, 'userId' | 'fridgeId'> | null {
  const { status, userId, fridge } = session.getState();
  return status !== 'user' || fridge === null ? null : { userId, fridgeId: fridge.fridgeId };
}

function markOfEntry(): unknown {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && MARK in state ? state[MARK] : undefined;
}

/** @returns `false` if Safari refuses: it allows 100 changes in 30 s */
function markEntry(mark: string): boolean {
  try {
    window.history.replaceState({ ...window.history.state, [MARK]: mark }, '');
    return true;
  } catch {
    return false;
  }
}
