import sharp, { type Sharp } from 'sharp';

/** Position and camera, as phones write them. */
const phoneExif = {
  IFD0: { Make: 'Phone', Model: 'Camera 12' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 3/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '118/1 46/1 0/1' },
};

/** A picture that shows red above blue. */
export function redOverBlue(width: number, height: number): Sharp {
  const blue = Buffer.from(
    `<svg width="${width}" height="${Math.ceil(height / 2)}"><rect width="100%" height="100%" fill="#0000ff"/></svg>`,
  );
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, gravity: 'south' },
  ]);
}

/** 12 megapixels in portrait: stored sideways with EXIF orientation 6 and a position. */
export async function portraitPhoto(): Promise<Buffer> {
  const upright = await redOverBlue(3024, 4032).png({ compressionLevel: 0 }).toBuffer();
  return sharp(upright)
    .rotate(-90)
    .withExif(phoneExif)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

export function smallPicture(format: 'jpeg' | 'png' | 'webp' = 'jpeg', width = 64, height = 48): Promise<Buffer> {
  return redOverBlue(width, height)[format]().toBuffer();
}

/** Noise, which no format compresses well. */
export function noisePicture(width: number, height: number, quality = 95): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg({ quality })
    .toBuffer();
}
