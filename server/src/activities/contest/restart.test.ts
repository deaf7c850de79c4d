import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { afterAll, expect, it } from 'vitest';
import { authorizationOf, callAs, pathOf } from '../../testing/client.ts';
import { recipeOf, shownAt, uploaded } from '../../testing/contest.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { contestClock, testEnvironment } from '../../testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-restart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('keeps pictures and works when it is killed during an upload', { timeout: 90_000 }, async () => {
  const start = () => startServerProcess(testEnvironment(folder, { ...contestClock, DEMO: '1' }));
  const household = { userId: 'U1001', phone: '13800001001', homeId: 'H1001', fridgeId: 'F1001' };
  const killed = await start();
  const images = await uploaded(household, killed.url, 2);
  const sent = request(`${killed.url}${pathOf(contestCalls.uploadWork)}`, {
    method: 'POST',
    headers: {
      authorization: await authorizationOf(household.userId),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 9_000_000,
    },
  });
  sent.on('error', () => undefined);
  sent.write(
    '--b\r\ncontent-disposition: form-data; name="imgUrl"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n' +
      'x'.repeat(100_000),
  );
  await expect.poll(() => readdir(join(folder, 'uploads', 'incoming'))).toHaveLength(1);
  await killed.end('SIGKILL');

  const again = await start();
  for (const address of images) expect((await fetch(shownAt(again.url, address))).status).toBe(200);
  expect((await callAs(household, again.url, contestCalls.saveWork, recipeOf(household, images))).code).toBe(0);
  expect(await uploaded(household, again.url, 1)).toHaveLength(1);
  const works = (await callAs(household, again.url, contestCalls.getMyWorks)).data;
  expect(works).toHaveLength(4);
  expect(await again.end('SIGTERM')).toBe(0);
});
