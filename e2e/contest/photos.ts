import sharp from 'sharp';
import type { AlbumPhoto } from '../fixtures/native-app.ts';

/** Small photos, each of another colour. */
export function makePhotos(count: number): Promise<AlbumPhoto[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const background = { r: 40 + index * 22, g: 200 - index * 18, b: 90 };
      const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
        .jpeg()
        .toBuffer();
      return asPhoto(`IMG_${index}.jpg`, bytes);
    }),
  );
}

/** Colours of the upper and the lower half of a portrait photo, as its photographer saw it. */
export const portraitColours = { top: { r: 200, g: 40, b: 40 }, bottom: { r: 40, g: 40, b: 200 } } as const;

const TILE_PX = 1_000;

/**
 * A phone's portrait photo: 12 megapixels, stored lying on its side, with EXIF orientation 6 and the place where it was
 * taken. Grain keeps it as large as a real one.
 */
export async function makePortraitPhoto(name: string, sigma = 26): Promise<AlbumPhoto> {
  const [width, height] = [4_000, 3_000];
  // Turned clockwise for showing: what is stored on the left is seen at the top.
  const { top, bottom } = portraitColours;
  const row = Buffer.concat([top, bottom].map(({ r, g, b }) => Buffer.alloc((width / 2) * 3, Buffer.from([r, g, b]))));
  const grain = await sharp({
    create: {
      width: 500,
      height: 500,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .resize(TILE_PX, TILE_PX)
    .raw()
    .toBuffer();
  const tile = { width: TILE_PX, height: TILE_PX, channels: 3 } as const;
  // The grain repeats from band to band, and blending takes longer than all the rest.
  const band = await sharp(Buffer.alloc(width * TILE_PX * 3, row), { raw: { ...tile, width } })
    .composite([{ input: grain, raw: tile, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  const bytes = await sharp(Buffer.alloc(width * height * 3, band), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: 'Phone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 3/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '118/1 46/1 0/1' },
    })
    .toBuffer();
  return asPhoto(name, bytes);
}

/** The same bytes as a file that is chosen in a browser. */
export function asFile({ name, type, base64 }: AlbumPhoto): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: type, buffer: Buffer.from(base64, 'base64') };
}

function asPhoto(name: string, bytes: Buffer): AlbumPhoto {
  return { name, type: 'image/jpeg', base64: bytes.toString('base64') };
}
