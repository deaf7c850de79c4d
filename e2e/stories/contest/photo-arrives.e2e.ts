import sharp from 'sharp';
import { contestTerms, uploadTerms } from '@fridge/shared-contracts/activities/contest';
import { makePortraitPhoto, portraitColours } from '../../contest/photos.ts';
import { latestWork } from '../../contest/review.ts';
import {
  addPhotosTo,
  addStep,
  allUploaded,
  contentOf,
  recipeForm,
  recipeText,
  submit,
  titleOf,
} from '../../contest/work-form.ts';
import type { AlbumPhoto } from '../../fixtures/native-app.ts';
import { expect, test } from '../../fixtures/story.ts';

/** The address as it is served, with what the picture's bytes say of it. */
async function served(address: string) {
  const response = await fetch(address);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, metadata: await sharp(bytes).metadata(), headers: response.headers };
}

const JPEG_SCAN = Buffer.from([0xff, 0xda]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** What a JPEG says before its pixels; in the pixels any three letters come up by chance. */
const headOf = (bytes: Buffer) => bytes.subarray(0, bytes.indexOf(JPEG_SCAN)).toString('latin1');

async function meanColour(bytes: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const [r = 0, g = 0, b = 0] = await sharp(await sharp(bytes).extract(part).toBuffer())
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer();
  return { r, g, b };
}

test("nine 12-megapixel portrait photos arrive over a slow line, upright and without the camera's notes; a step's photo is 686x450", async ({
  nativeApp,
  households,
  product,
}) => {
  test.setTimeout(150_000);
  const household = households.outsideJiangsu;
  const photos: AlbumPhoto[] = [];
  for (let index = 0; index < 9; index += 1) photos.push(await makePortraitPhoto(`IMG_${index}.jpg`, 14 + index / 4));
  for (const { base64 } of photos) {
    const { width, height, orientation, exif } = await sharp(Buffer.from(base64, 'base64')).metadata();
    expect({ width, height, orientation, hasExif: exif !== undefined }).toEqual({
      width: 4_000,
      height: 3_000,
      orientation: 6,
      hasExif: true,
    });
  }
  const app = await nativeApp('android', household);
  const { page } = app;
  app.photos = photos;
  await app.open('/upload');
  const form = recipeForm(page);
  await titleOf(form).fill('手机拍的照片');
  await contentOf(form).fill(recipeText);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 1_600_000 / 8,
  });
  await addPhotosTo(form);
  await allUploaded(form, 9, 90_000);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await addStep(page, form, '一步');
  await submit(page, form);

  const {
    image,
    steps: [step],
  } = await latestWork(product, household);
  expect(image).toHaveLength(9);
  for (const address of image) {
    const {
      bytes,
      metadata: { width = 0, height = 0, format, exif, orientation },
    } = await served(address);
    expect({ width, height, format, exif, orientation }).toEqual({
      width: 1_920,
      height: uploadTerms.longSidePx,
      format: 'jpeg',
      exif: undefined,
      orientation: undefined,
    });
    expect(headOf(bytes)).not.toMatch(/Exif|GPS|Phone/);
    expect(bytes.subarray(-2)).toEqual(JPEG_END);
    const [upper, lower] = [
      await meanColour(bytes, { left: 100, top: 100, width: 1_700, height: 1_000 }),
      await meanColour(bytes, { left: 100, top: 1_400, width: 1_700, height: 1_000 }),
    ];
    expect(Math.abs(upper.r - portraitColours.top.r), JSON.stringify(upper)).toBeLessThan(30);
    expect(Math.abs(upper.b - portraitColours.top.b)).toBeLessThan(30);
    expect(Math.abs(lower.r - portraitColours.bottom.r), JSON.stringify(lower)).toBeLessThan(30);
    expect(Math.abs(lower.b - portraitColours.bottom.b)).toBeLessThan(30);
  }
  const stepPhoto = await served(step?.image ?? '');
  expect(stepPhoto.metadata).toMatchObject(contestTerms.stepPhoto);
  expect(stepPhoto.headers.get('x-content-type-options')).toBe('nosniff');
});
