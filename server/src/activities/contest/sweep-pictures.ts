import type { Queries } from '../../database/database.ts';
import { withinTime } from '../../bounds/within-time.ts';
import { describeFault } from '../../log/log.ts';
import type { ObjectStorage } from '../../storage/object-storage.ts';
import type { Services } from '../../program/services.ts';
import { claimDuePictures, forgetPicture } from './pictures.ts';
import { removeInterruptedUploads } from '../../edge/incoming-files.ts';

const AT_ONCE = 20;
const RUN_LIMIT_MS = 30_000;
const REMOVE_LIMIT_MS = 10_000;
/** Delay before a failed removal is retried. */
const AGAIN_AFTER_MS = 10 * 60 * 1000;

export async function tidyUploads({ queries, storage, clock, environment, log, metrics }: Services): Promise<void> {
  await removeInterruptedUploads(environment, clock.real());
  const { failures } = await sweepPictures(queries, storage, clock.real());
  if (failures.length === 0) return;
  metrics.sweepFailures.inc(failures.length);
  log.warn({ event: 'pictureSweepFailed', pictures: failures.length, fault: describeFault(failures[0]) });
}

/**
 * Removes due unused pictures and files of deleted works. Each process claims its own. The row is marked first and
 * deleted last, so after a crash the picture is due again.
 * @param now real time, milliseconds
 * @returns the number removed, and the errors
 */
export async function sweepPictures(
  queries: Queries,
  storage: ObjectStorage,
  now: number,
  { runMs = RUN_LIMIT_MS, removeMs = REMOVE_LIMIT_MS } = {},
) {
  const swept = { removed: 0, failures: new Array<unknown>() };
  const removeOne = async (name: string) => {
    try {
      await withinTime(storage.remove(name), removeMs);
      await forgetPicture(queries, name);
      swept.removed += 1;
    } catch (error) {
      swept.failures.push(error);
    }
  };
  const end = performance.now() + runMs;
  while (performance.now() < end) {
    const names = await claimDuePictures(queries, { now, again: now + AGAIN_AFTER_MS, most: AT_ONCE });
    if (names.length === 0) break;
    await Promise.all(names.map(removeOne));
  }
  return swept;
}
