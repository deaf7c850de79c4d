import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { shanghaiDay } from '@fridge/shared-contracts/page';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import { readEnvironment } from '../../program/environment.ts';
import { removeInterruptedUploads, UPLOADS_OF_USER } from '../../edge/incoming-files.ts';
import { folderStorage, type ObjectStorage } from '../../storage/object-storage.ts';
import { authorizationOf, pathOf } from '../../testing/client.ts';
import { shownAt, uploadAs, uploaded } from '../../testing/contest.ts';
import { whileNothingIsRemoved } from '../../testing/failing-removal.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { noisePicture, smallPicture } from '../../testing/photos.ts';
import { contestClock, startTestServer, testEnvironment, type TestServer } from '../../testing/test-server.ts';
import { pictureLimits, pictureNameOf } from './pictures.ts';
import { sweepPictures } from './sweep-pictures.ts';
import { pictures, uploadDays } from './tables.ts';

/** A disk that can be filled. */
let full = false;
let disk: ObjectStorage | null = null;
const storage: ObjectStorage = {
  async write(name, content) {
    if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    await disk?.write(name, content);
  },
  read: async (name) => (await disk?.read(name)) ?? null,
  remove: async (name) => disk?.remove(name),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(contestClock, undefined, storage);
  disk = folderStorage(join(server.folder, 'pictures'));
});
afterAll(() => server.close());

/** Sends an upload's head and the first bytes of its file only. */
async function beginUpload({ userId }: TestHousehold) {
  const sent = request(`${server.url}${pathOf(contestCalls.uploadWork)}`, {
    method: 'POST',
    headers: {
      authorization: await authorizationOf(userId),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 9_000_000,
    },
  });
  sent.on('error', () => undefined);
  sent.write(
    '--b\r\ncontent-disposition: form-data; name="imgUrl"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
  );
  sent.write(await noisePicture(200, 200));
  return sent;
}

it('fails an upload on a full disk, stores nothing, and works again when there is space', async () => {
  const household = await addHousehold(server.queries);
  const picture = await smallPicture();
  full = true;
  const refused = await uploadAs(household, server.url, picture);
  full = false;
  expect(refused).toEqual({ code: 500, msg: copy['server.internal'], data: null });
  expect(server.logged.some((line) => line.includes('uploadFailed') && line.includes('ENOSPC'))).toBe(true);
  const again = await uploadAs(household, server.url, picture);
  expect(again.code).toBe(0);
  expect((await fetch(shownAt(server.url, String((again.data as { imgUrl: unknown }).imgUrl)))).status).toBe(200); // the answer of this call with code 0
  await sweepPictures(server.queries, storage, Date.now());
  expect(await server.queries.$count(pictures, eq(pictures.userId, household.userId))).toBe(1);
});

it('tells a fault of the database while the form arrives as ours, not as bad input', async () => {
  const household = await addHousehold(server.queries);
  await server.queries.execute(sql`alter table upload_days rename to away`);
  const refused = await uploadAs(household, server.url, await smallPicture());
  await server.queries.execute(sql`alter table away rename to upload_days`);
  expect(refused).toEqual({ code: 500, msg: copy['server.internal'], data: null });
});

it('limits uploads per day', async () => {
  const household = await addHousehold(server.queries);
  const day = shanghaiDay(server.clock.business());
  await server.queries.insert(uploadDays).values({ userId: household.userId, day, uploads: pictureLimits.perDay - 1 });
  const picture = await smallPicture();
  const answers = await Promise.all([1, 2, 3].map(() => uploadAs(household, server.url, picture)));
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 429, 429]);
  expect(answers.find(({ code }) => code === 429)?.msg).toBe(copy['server.busy']);
});

it('counts rejected files', async () => {
  const household = await addHousehold(server.queries);
  const day = shanghaiDay(server.clock.business());
  await server.queries.insert(uploadDays).values({ userId: household.userId, day, uploads: pictureLimits.perDay - 1 });
  expect((await uploadAs(household, server.url, Buffer.from('no picture'))).msg).toBe(copy['server.upload.type']);
  expect(await uploadAs(household, server.url, await smallPicture())).toMatchObject({ code: 429 });
});

it('limits stored pictures, also for concurrent uploads', async () => {
  const household = await addHousehold(server.queries);
  const many = Array.from({ length: pictureLimits.kept - 1 }, (_, index) => ({
    name: `${household.userId}-${index}`,
    userId: household.userId,
  }));
  await server.queries.insert(pictures).values(many);
  const picture = await smallPicture();
  const answers = await Promise.all([1, 2, 3, 4].map(() => uploadAs(household, server.url, picture)));
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 429, 429, 429]);
});

it('limits concurrent uploads of one user, but not those of others', async () => {
  const [household, other] = [await addHousehold(server.queries), await addHousehold(server.queries)];
  const incoming = join(server.folder, 'uploads', 'incoming');
  const held = await Promise.all(Array.from({ length: UPLOADS_OF_USER }, () => beginUpload(household)));
  await expect.poll(() => readdir(incoming), { timeout: 10_000 }).toHaveLength(UPLOADS_OF_USER);
  const picture = await smallPicture();
  expect(await uploadAs(household, server.url, picture)).toMatchObject({ code: 429, msg: copy['server.busy'] });
  expect((await uploadAs(other, server.url, picture)).code).toBe(0);
  for (const sent of held) sent.destroy();
  await expect.poll(async () => (await uploadAs(household, server.url, picture)).code, { timeout: 10_000 }).toBe(0);
});

it('answers, and counts an upload no longer, when its file stays', async () => {
  const household = await addHousehold(server.queries);
  const picture = await smallPicture();
  expect(await whileNothingIsRemoved(() => uploadAs(household, server.url, picture))).toMatchObject({ code: 0 });
  expect(server.services.userCounts.uploadsUnderWay.of(household.userId)).toBe(0);
  expect(server.logged.some((line) => line.includes('incomingFileKept') && line.includes('EROFS'))).toBe(true);
  const incoming = join(server.folder, 'uploads', 'incoming');
  for (const name of await readdir(incoming)) await rm(join(incoming, name));
});

it('removes an upload whose connection breaks', async () => {
  const household = await addHousehold(server.queries);
  const sent = await beginUpload(household);
  const incoming = join(server.folder, 'uploads', 'incoming');
  await expect.poll(() => readdir(incoming)).toHaveLength(1);
  sent.destroy();
  await expect.poll(() => readdir(incoming)).toEqual([]);
  expect(await server.queries.$count(pictures, eq(pictures.userId, household.userId))).toBe(0);
});

it('sweeps other pictures when one fails or hangs, and retries it later', async () => {
  const household = await addHousehold(server.queries);
  const names = (await uploaded(household, server.url, 4)).map((address) => pictureNameOf(address) ?? '');
  const [failing = '', hanging = ''] = names;
  const stuck: ObjectStorage = {
    ...storage,
    remove: (name) =>
      name === failing
        ? Promise.reject(new Error('EIO'))
        : name === hanging
          ? new Promise(() => undefined)
          : storage.remove(name),
  };
  const left = async () =>
    (await server.queries.select().from(pictures).where(eq(pictures.userId, household.userId)))
      .map(({ name }) => name)
      .sort();
  const day = Date.now() + 25 * 3_600_000;
  const { failures } = await sweepPictures(server.queries, stuck, day, { removeMs: 1_000 });
  expect(failures).toHaveLength(2);
  expect(await left()).toEqual([failing, hanging].sort());
  // Retried later, so stuck pictures don't block the others.
  expect(await sweepPictures(server.queries, stuck, day + 60_000, { removeMs: 1_000 })).toEqual({
    removed: 0,
    failures: [],
  });
  expect(await sweepPictures(server.queries, storage, day + 3_600_000)).toEqual({ removed: 2, failures: [] });
  expect(await left()).toEqual([]);
});

it('ends a sweep after its time limit, and continues in the next', async () => {
  const household = await addHousehold(server.queries);
  const due = Array.from({ length: 50 }, (_, index) => ({
    name: `${index}`.padStart(32, 'f') + '.jpg',
    userId: household.userId,
    dueAt: new Date(index),
  }));
  await server.queries.insert(pictures).values(due);
  const { removed } = await sweepPictures(server.queries, storage, Date.now(), { runMs: Number.MIN_VALUE });
  expect(removed).toBeLessThan(50);
  expect((await sweepPictures(server.queries, storage, Date.now())).removed).toBe(50 - removed);
});

it('removes interrupted uploads of a killed server, but not running ones', async () => {
  const environment = readEnvironment(testEnvironment(join(server.folder, 'left'), {}));
  const incoming = join(environment.UPLOADS_DIR, 'incoming');
  await mkdir(incoming, { recursive: true });
  const old = new Date(Date.now() - 3_600_000);
  await writeFile(join(incoming, 'old'), 'half a picture');
  await utimes(join(incoming, 'old'), old, old);
  await writeFile(join(incoming, 'new'), 'half a picture');
  const tomorrow = Date.now() + 24 * 60 * 60 * 1000;
  const [ended, underWay] = [`${tomorrow - 11 * 60 * 1000}-ended`, `${tomorrow - 60 * 1000}-under-way`];
  for (const name of [ended, underWay]) await writeFile(join(incoming, name), 'half a picture');
  await removeInterruptedUploads(environment, Date.now());
  expect(await readdir(incoming)).toEqual([ended, underWay, 'new']);
  await removeInterruptedUploads(environment, tomorrow);
  expect(await readdir(incoming)).toEqual([underWay]);
});

it('removes the row of a picture whose file was never written', async () => {
  const household = await addHousehold(server.queries);
  const [address = ''] = await uploaded(household, server.url, 1);
  const name = pictureNameOf(address) ?? '';
  await disk?.remove(name);
  expect((await fetch(shownAt(server.url, address))).status).toBe(404);
  await sweepPictures(server.queries, storage, Date.now() + 25 * 3_600_000);
  expect(await server.queries.$count(pictures, eq(pictures.name, name))).toBe(0);
});
