import { contestTerms, uploadTerms } from '@fridge/shared-contracts/activities/contest';
import type { Area, Size } from 'react-easy-crop';
import { beforeLimit } from '../before-limit.ts';

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
export function cropPicture(picture: Blob, area: Area): Promise<Blob | null> {
  return redraw(picture, () => contestTerms.stepPhoto, area);
}

async function redraw(file: Blob, sizeOf: (size: Size) => Size, area?: Area): Promise<Blob | null> {
  // SVG may contain scripts and has no pixel size.
  if (file.size === 0 || file.type.startsWith('image/svg')) return null;
  const address = URL.createObjectURL(file);
  try {
    const image = await beforeLimit(loadImage(address), READ_LIMIT_MS);
    const whole = { x: 0, y: 0, width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 };
    // Known before it is decoded: a small file may claim more pixels than fit into memory.
    const pixels = whole.width * whole.height;
    if (image === null || pixels === 0 || pixels > uploadTerms.maxPixels) return null;
    return await drawJpeg(image, area ?? whole, sizeOf(whole));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Engines draw it upright, and Safari decodes HEIC. */
function loadImage(address: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => resolve(null));
    image.src = address;
  });
}

/** To a long side in px; at least 1 px. */
export function fitWithin({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** On white, since JPEG has no transparency. @returns `null` if the canvas fails */
async function drawJpeg(image: HTMLImageElement, area: Area, { width, height }: Size): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  // iOS frees canvases late.
  canvas.width = 0;
  canvas.height = 0;
  return jpeg;
}
