import type { Services } from '../../services.ts';
import { sweepPictures } from './pictures.ts';
import { incomingFolder, sweepLeftBehind } from './receive-upload.ts';

/** Removes what nobody needs any more: orphaned pictures, deleted works' files, and uploads that a restart cut off. */
export async function tidyUploads({ queries, storage, clock, environment }: Pick<Services, 'queries' | 'storage' | 'clock' | 'environment'>): Promise<void> {
  await sweepLeftBehind(incomingFolder(environment), clock.real());
  await sweepPictures(queries, storage, clock.real());
}
