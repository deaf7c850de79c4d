import { type Dish, dishes } from './dishes.ts';
import { drawDish } from './draw-dish.ts';
import type { AlbumPhoto } from './photo.ts';

/** Sizes of the pictures, px: wide, tall and square by turns, as phones take them. */
const sizes = [[1600, 1200], [1200, 1600], [1400, 1400]] as const;
const PREVIEW = { size: 240, quality: 0.8 } as const;
const QUALITY = 0.9;

let drawn: Promise<AlbumPhoto[]> | null = null;

/** The app's own pictures, drawn on first use; the full size of one is drawn when it is taken. */
export function album(): Promise<AlbumPhoto[]> {
  drawn ??= Promise.all(dishes.map(drawPhoto));
  return drawn;
}

/** A picture of the person's own. */
export function ownPhoto(file: File, key: string): AlbumPhoto {
  return { key, label: file.name, preview: URL.createObjectURL(file), file: () => Promise.resolve(file) };
}

async function drawPhoto(dish: Dish, index: number): Promise<AlbumPhoto> {
  const [width, height] = sizes[index % sizes.length] ?? sizes[0];
  const preview = await paint(dish, index, PREVIEW.size, PREVIEW.size, PREVIEW.quality);
  return {
    key: dish.file,
    label: dish.label,
    preview: URL.createObjectURL(preview),
    file: async () => new File([await paint(dish, index, width, height, QUALITY)], dish.file, { type: 'image/jpeg' }),
  };
}

async function paint(dish: Dish, index: number, width: number, height: number, quality: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2D canvas to draw the album on.');
  drawDish(context, width, height, dish, index + 1);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`${dish.file} could not be encoded.`))), 'image/jpeg', quality);
  });
}
