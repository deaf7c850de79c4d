import { contestTerms, uploadTerms } from '@fridge/shared-contracts/activities/contest';
import { beforeLimit } from '../before-limit.ts';

export type Size = { width: number; height: number };

/** Upright. */
type Drawable = Size & { source: CanvasImageSource; close: () => void };

const JPEG_QUALITY = 0.85;
/** A file in a cloud may never arrive. */
export const READ_LIMIT_MS = 30_000;

/**
 * An upright JPEG of at most 2560 px a side, without metadata: iOS draws canvases above 16,777,216 px in all white.
 * @returns `null` for a file that this engine can't decode
 */
export function preparePicture(file: Blob): Promise<Blob | null> {
  return redraw(file, (size) => fitWithin(size, uploadTerms.longSidePx));
}

/**
 * In the size of a step's picture.
 * @param area in the picture's px
 * @returns `null` if it can't be decoded or drawn
 */
export function cropPicture(picture: Blob, area: Size & { x: number; y: number }): Promise<Blob | null> {
  return redraw(picture, () => contestTerms.stepPhoto, area);
}

async function redraw(
  file: Blob,
  sizeOf: (size: Size) => Size,
  area?: Size & { x: number; y: number },
): Promise<Blob | null> {
  const drawable = await readPicture(file);
  if (drawable === null) return null;
  try {
    const { x, y, width, height } = area ?? { x: 0, y: 0, width: drawable.width, height: drawable.height };
    const size = sizeOf(drawable);
    return await drawJpeg(size, (context) =>
      context.drawImage(drawable.source, x, y, width, height, 0, 0, size.width, size.height),
    );
  } finally {
    drawable.close();
  }
}

/** To a long side in px; at least 1 px. */
export function fitWithin({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The caller closes the result. Reads the size from the header first: a small file may claim more pixels than fit into
 * memory.
 */
async function readPicture(file: Blob): Promise<Drawable | null> {
  // SVG may contain scripts and has no pixel size.
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

/** On white, since JPEG has no transparency. @returns `null` if the canvas fails */
async function drawJpeg(
  { width, height }: Size,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob | null> {
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
  // iOS frees canvases late.
  canvas.width = 0;
  canvas.height = 0;
  return jpeg;
}

async function decodeBitmap(file: Blob): Promise<Drawable | null> {
  try {
    const decoding = createImageBitmap(file, { imageOrientation: 'from-image' });
    const bitmap = await beforeLimit(decoding, READ_LIMIT_MS, (late) => late.close());
    return bitmap && { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
  } catch {
    return null;
  }
}

/** For HEIC in Safari, and engines without the option above. */
async function loadElement(file: Blob): Promise<Drawable | null> {
  const address = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(address);
  const image = new Image();
  const loaded = new Promise<boolean>((resolve) => {
    image.addEventListener('load', () => resolve(true));
    image.addEventListener('error', () => resolve(false));
  });
  image.src = address;
  if ((await beforeLimit(loaded, READ_LIMIT_MS)) && image.naturalWidth > 0) {
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
  }
  close();
  return null;
}
