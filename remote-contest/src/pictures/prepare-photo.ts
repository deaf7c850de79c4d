import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import { fitWithin, type Size } from './fit-picture.ts';

/** A picture that is ready to be drawn, upright. */
export type Drawable = Size & { source: CanvasImageSource; close: () => void };

const JPEG_QUALITY = 0.85;
/** One engine's reading of a file, milliseconds: a file that lies in a cloud may never come. */
export const READ_LIMIT_MS = 30_000;

/**
 * What is uploaded of a chosen file: upright, at most 2560 px long, a JPEG without anything the camera wrote into it.
 * The canvas stays far below the 16,777,216 px at which iOS draws white pictures.
 * @returns null for what is no picture, or one that this engine can't read
 */
export async function preparePhoto(file: Blob): Promise<Blob | null> {
  const drawable = await readPicture(file);
  if (drawable === null) return null;
  try {
    const { width, height } = fitWithin(drawable, uploadTerms.longSidePx);
    return await drawJpeg({ width, height }, (context) => context.drawImage(drawable.source, 0, 0, width, height));
  } finally {
    drawable.close();
  }
}

/**
 * Decodes a file. The caller closes what it gets. The size stands in the file's head and is read before anything is
 * decoded: a few bytes may claim to be a picture that no memory holds.
 */
export async function readPicture(file: Blob): Promise<Drawable | null> {
  // A drawing can hold scripts and has no size of its own.
  if (file.size === 0 || file.type.startsWith('image/svg')) return null;
  const element = await loadElement(file);
  if (element !== null && element.width * element.height > uploadTerms.maxPixels) {
    element.close();
    return null;
  }
  const bitmap = await decodeBitmap(file);
  if (bitmap === null) return element;
  element?.close();
  return bitmap;
}

/** Draws on white, since JPEG knows no transparency. @returns null where the canvas fails */
export async function drawJpeg({ width, height }: Size, draw: (context: CanvasRenderingContext2D) => void): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  draw(context);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  // iOS frees a canvas late; an empty one holds nothing.
  canvas.width = 0;
  canvas.height = 0;
  return jpeg;
}

async function decodeBitmap(file: Blob): Promise<Drawable | null> {
  try {
    const decoding = createImageBitmap(file, { imageOrientation: 'from-image' });
    const bitmap = await beforeLimit(decoding);
    if (bitmap === null) void decoding.then((late) => late.close(), () => {});
    return bitmap && { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
  } catch {
    return null;
  }
}

/** What some engines read as an element only (HEIC in Safari), or that lack the option above; they turn it upright by themselves. */
async function loadElement(file: Blob): Promise<Drawable | null> {
  const address = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(address);
  const image = new Image();
  const loaded = new Promise<boolean>((resolve) => {
    image.addEventListener('load', () => resolve(true));
    image.addEventListener('error', () => resolve(false));
  });
  image.src = address;
  if ((await beforeLimit(loaded)) && image.naturalWidth > 0) return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
  close();
  return null;
}

/** @returns null after the limit */
async function beforeLimit<Result>(reading: Promise<Result>): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), READ_LIMIT_MS);
  });
  try {
    return await Promise.race([reading, limit]);
  } finally {
    clearTimeout(timer);
  }
}
