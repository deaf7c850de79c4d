import type { HostServices } from '@fridge/shared-contracts';
import { CONTEST_PERIOD, mayEdit, uploadEntry, type UploadEntry, type WorkStatus } from '@fridge/shared-contracts/activities/contest';

type Scheduled = Pick<HostServices, 'schedule'>;

/** Whether new works are taken now; open while the clock isn't known: the server decides. */
export function entryNow({ schedule }: Scheduled): UploadEntry {
  const now = schedule.now();
  return now === null ? 'open' : uploadEntry(schedule.bounds(CONTEST_PERIOD), now);
}

/** Whether this work may still be changed by its author; the same of an unknown clock. */
export function editableNow({ schedule }: Scheduled, work: { status: WorkStatus }): boolean {
  const now = schedule.now();
  return now === null ? mayEdit(work, undefined, 0) : mayEdit(work, schedule.bounds(CONTEST_PERIOD), now);
}

/** The contest's ended flag (spec section 9), by the server's clock and the operator's dates. */
export function hasEnded({ schedule }: Scheduled): boolean {
  return schedule.state(CONTEST_PERIOD) === 'ended';
}
