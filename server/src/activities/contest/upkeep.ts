import { describeFault } from '../../log.ts';
import type { Services } from '../../services.ts';
import { incomingFolder, sweepLeftBehind } from './receive-upload.ts';
import { sweepPictures } from './sweep-pictures.ts';

/** Removes orphaned pictures, files of deleted works, and interrupted uploads. */
export async function tidyUploads({ queries, storage, clock, environment, log }: Pick<Services, 'queries' | 'storage' | 'clock' | 'environment' | 'log'>): Promise<void> {
  await sweepLeftBehind(incomingFolder(environment), clock.real());
  const { failures } = await sweepPictures(queries, storage, clock.real());
  if (failures.length > 0) log.warn({ event: 'pictureSweepFailed', pictures: failures.length, fault: describeFault(failures[0]) });
}
