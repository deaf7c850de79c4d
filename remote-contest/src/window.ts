import type { HostServices } from '@fridge/shared-contracts';
import {
  CONTEST_WINDOW,
  mayEdit,
  uploadEntry,
  type UploadEntry,
  type WorkStatus,
} from '@fridge/shared-contracts/activities/contest';

type Host = Pick<HostServices, 'windows'>;

/** Without a server time no window: it allows all, since the server decides. */
function periodNow({ windows }: Host) {
  const now = windows.now();
  return [now === null ? undefined : windows.bounds(CONTEST_WINDOW), now ?? 0] as const;
}

export const entryNow = (host: Host): UploadEntry => uploadEntry(...periodNow(host));

/** For the author. */
export const editableNow = (host: Host, work: { status: WorkStatus }): boolean => mayEdit(work, ...periodNow(host));
