import sharp from 'sharp';
import { expect, it } from 'vitest';
import { noisePicture, smallPicture } from '../../testing/photos.ts';
import { asUnfit, UnfitPicture } from './re-encode.ts';

it('rejects a broken picture as unfit, but not one that timed out', async () => {
  const broken = (await smallPicture()).subarray(0, 300);
  await expect(sharp(broken).toBuffer().catch(asUnfit)).rejects.toBeInstanceOf(UnfitPicture);
  // Takes far longer than its limit of one second.
  const long = sharp(await noisePicture(2_500, 2_500)).median(45).timeout({ seconds: 1 });
  await expect(long.toBuffer().catch(asUnfit)).rejects.toThrow(/^timeout: /);
}, 60_000);
