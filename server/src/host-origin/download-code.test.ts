import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createDownloadCode } from './download-code.ts';
import { createOrigin } from './serve-origin.ts';

const settings = { downloadPage: 'https://app.example/get' };
const origin = createOrigin([createDownloadCode({ current: () => settings })]);
const ask = (headers = {}) => origin.inject({ url: '/download-code.png', headers });

it('is a square of black cells with four white ones around, of the address that the settings name', async () => {
  const answer = await ask();
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'image/png',
    'public, max-age=300',
  ]);
  const { data, info } = await sharp(answer.rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.width % 16]).toEqual([info.height, 0]);
  const cell = (x: number, y: number) => data[(y * 16 + 8) * info.width + x * 16 + 8];
  expect([cell(3, 3), cell(4, 3), cell(4, 4)]).toEqual([255, 255, 0]);
  settings.downloadPage = 'https://app.example/elsewhere';
  expect((await ask()).rawPayload.equals(answer.rawPayload)).toBe(false);
});

it('is asked for again by its tag', async () => {
  const { headers } = await ask();
  expect((await ask({ 'if-none-match': headers.etag })).statusCode).toBe(304);
});

it('is refused where the address is too long for a code', async () => {
  settings.downloadPage = `https://app.example/${'a'.repeat(4_000)}`;
  expect((await ask()).statusCode).toBe(404);
});
