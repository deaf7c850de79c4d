import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { drawJpeg, readPicture } from './prepare-photo.ts';

const { stepPhoto } = contestTerms;

/** A part of a photo, in the photo's own px. */
export type PhotoArea = { x: number; y: number; width: number; height: number };

/** Cuts a part out of a photo and draws it at the step photo's size. @returns null for what can't be read or drawn */
export async function cropPhoto(photo: Blob, { x, y, width, height }: PhotoArea): Promise<Blob | null> {
  const drawable = await readPicture(photo);
  if (drawable === null) return null;
  try {
    return await drawJpeg(stepPhoto, (context) => context.drawImage(drawable.source, x, y, width, height, 0, 0, stepPhoto.width, stepPhoto.height));
  } finally {
    drawable.close();
  }
}
