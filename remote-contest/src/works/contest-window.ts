import type { HostServices } from '@fridge/shared-contracts';
import { CONTEST_WINDOW, mayEdit, uploadEntry, type UploadEntry, type WorkStatus } from '@fridge/shared-contracts/activities/contest';

type Scheduled = Pick<HostServices, 'windows'>;

/** Whether new works are taken now; open while the clock isn't known: the server decides. */
export function entryNow({ windows }: Scheduled): UploadEntry {
  const now = windows.now();
  return now === null ? 'open' : uploadEntry(windows.bounds(CONTEST_WINDOW), now);
}

/** Whether this work may still be changed by its author; the same of an unknown clock. */
export function editableNow({ windows }: Scheduled, work: { status: WorkStatus }): boolean {
  const now = windows.now();
  return now === null ? mayEdit(work, undefined, 0) : mayEdit(work, windows.bounds(CONTEST_WINDOW), now);
}

/** The contest's ended flag (spec section 9), by the server's clock and the operator's dates. */
export function hasEnded({ windows }: Scheduled): boolean {
  return windows.stateOf(CONTEST_WINDOW) === 'ended';
}
