import type { HostServices } from '@fridge/shared-contracts';
import type { Report } from '@fridge/shared-contracts/activities/report';
import { newRequestId } from '@fridge/shared-ui';

type Household = Pick<HostServices, 'session'>;

const MARK = 'reportLeftForDraw';

/** In memory only: a report is never stored. */
let left: { mark: string; reader: string; report: Report } | null = null;

/** Keeps the report for the return, at a marked history entry. */
export function leaveForDraw(host: Household, report: Report): void {
  const mark = newRequestId();
  const reader = readerOf(host);
  left = reader !== '' && markEntry(mark) ? { mark, reader, report } : null;
}

/** Only at the marked history entry, for the same user and fridge. */
export function leftForDraw(host: Household): Report | null {
  return left !== null && left.mark === markOfEntry() && left.reader === readerOf(host) ? left.report : null;
}

/** User and fridge; empty without either. */
function readerOf({ session }: Household): string {
  const { status, userId, fridge } = session.getState();
  return status !== 'user' || fridge === null ? '' : `${userId} ${fridge.fridgeId}`;
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
