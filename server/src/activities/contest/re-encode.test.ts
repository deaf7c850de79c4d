import sharp from 'sharp';
import { expect, it } from 'vitest';
import { Refusal } from '../../edge/refusal.ts';
import { noisePicture, smallPicture } from '../../testing/photos.ts';
import { asRefusal } from './re-encode.ts';

it('rejects a broken picture as unfit, but not one that timed out', async () => {
  const broken = (await smallPicture()).subarray(0, 300);
  await expect(sharp(broken).toBuffer().catch(asRefusal)).rejects.toBeInstanceOf(Refusal);
  // Takes far longer than its limit of one second.
  const long = sharp(await noisePicture(2_500, 2_500))
    .median(45)
    .timeout({ seconds: 1 });
  await expect(long.toBuffer().catch(asRefusal)).rejects.toThrow(/^timeout: /);
}, 60_000);
