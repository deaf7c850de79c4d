import { expect } from '@playwright/test';
import * as v from 'valibot';
import { originOf } from '../../deploy/src/site.ts';
import { makePortraitPhoto } from '../contest/photos.ts';
import { addPhotosTo, allUploaded, shareForm } from '../contest/work-form.ts';
import { contestWords, serverWords } from '../words.ts';
import { ask } from './ask.ts';
import { test } from './story.ts';

const uploaded = v.object({ code: v.literal(0), data: v.object({ imgUrl: v.string() }) });

test('a photo reaches the program while it is sent at 1.6 Mbit/s, and has an address of its own', async ({
  app,
  site,
}) => {
  const { page } = app;
  app.photos = [await makePortraitPhoto('IMG_1.jpg')];
  await app.open('/upload');
  await page.getByRole('tab', { name: contestWords['contest.upload.tab.photo'] }).click();
  const form = shareForm(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
  await session.send('Network.emulateNetworkConditions', line);
  const answered = page.waitForResponse((response) => response.url().endsWith('/activity/uploadWork'), {
    timeout: 90_000,
  });
  await addPhotosTo(form);
  const received = async () => Number(await site.web1.sh('cat /var/lib/fridge/uploads/incoming/* 2>/dev/null | wc -c'));
  const sizes = new Set<number>();
  await expect
    .poll(async () => sizes.add(await received()).size, { intervals: [100], timeout: 60_000 })
    .toBeGreaterThanOrEqual(4);
  const { data } = v.parse(uploaded, await (await answered).json());
  await allUploaded(form, 1, 60_000);

  expect(data.imgUrl).toMatch(new RegExp(`^${originOf('pictures')}/uploads/[\\da-f]{32}\\.jpg$`));
  const former = data.imgUrl.replace(originOf('pictures'), site.apiUrl);
  for (const address of [data.imgUrl, former])
    expect(await ask(address, { method: 'HEAD' })).toMatchObject({
      status: 200,
      repeated: [],
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, no-cache' },
    });
});

test('a page reads why a body is too large, also from the proxy', async ({ app, site }) => {
  await app.open('/');
  const send = (path: string, bytes: number) =>
    app.page.evaluate(
      ([url, length]) =>
        new Promise<unknown>((resolve, reject) => {
          const request = new XMLHttpRequest();
          request.open('POST', url);
          request.addEventListener('load', () => resolve(JSON.parse(request.responseText)));
          request.addEventListener('error', () => reject(new Error('no answer')));
          request.send(new Blob([new Uint8Array(length)], { type: 'text/plain' }));
        }),
      [site.apiUrl + path, bytes] as const,
    );
  expect(await send('/activity/uploadWork', 12_000_000)).toEqual({
    code: 413,
    msg: serverWords['server.upload.size'],
    data: null,
  });
  expect(await send('/activity/getWorkList', 2_000_000)).toEqual({
    code: 413,
    msg: serverWords['server.param'],
    data: null,
  });
});
