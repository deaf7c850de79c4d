import type { Queries } from '../../database/database.ts';
import type { PictureStorage } from '../../storage/picture-storage.ts';
import { claimDuePictures, forgetPicture } from './pictures.ts';

/** Files that are removed at the same time. */
const AT_ONCE = 20;
/** A run ends after this; the next one goes on from there. */
const RUN_LIMIT_MS = 30_000;
/** A storage that takes longer to remove a file is stuck at this one. */
const REMOVE_LIMIT_MS = 10_000;
/** What couldn't be removed is tried again after this, behind everything that is due by then. */
const AGAIN_AFTER_MS = 10 * 60 * 1000;

/** @property removed how many are gone; @property failures why others couldn't be removed now */
export type Swept = { removed: number; failures: unknown[] };

/**
 * Removes what nobody needs: pictures that no work has named for a day, and the files of those that were removed. Any
 * number of processes may sweep at once, each picture is one process's; what is stuck holds up no other. The row says
 * first that a picture is gone, its file goes after that, the row last: a crash leaves a row that is due again.
 * @param now real time, milliseconds
 * @param limits for tests, milliseconds
 */
export async function sweepPictures(
  queries: Queries,
  storage: PictureStorage,
  now: number,
  { runMs = RUN_LIMIT_MS, removeMs = REMOVE_LIMIT_MS } = {},
): Promise<Swept> {
  const swept: Swept = { removed: 0, failures: [] };
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

async function withinTime(work: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${limitMs} ms.`)), limitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
