import type { HostServices } from '@fridge/shared-contracts';
import {
  CONTEST_WINDOW,
  mayEdit,
  uploadEntry,
  type UploadEntry,
  type WorkStatus,
} from '@fridge/shared-contracts/activities/contest';

type Host = Pick<HostServices, 'windows'>;

/** An unknown server time allows new works: the server decides. */
export function entryNow({ windows }: Host): UploadEntry {
  const now = windows.now();
  return now === null ? 'open' : uploadEntry(windows.bounds(CONTEST_WINDOW), now);
}

/** For the author; an unknown server time allows it. */
export function editableNow({ windows }: Host, work: { status: WorkStatus }): boolean {
  const now = windows.now();
  return now === null ? mayEdit(work, undefined, 0) : mayEdit(work, windows.bounds(CONTEST_WINDOW), now);
}
