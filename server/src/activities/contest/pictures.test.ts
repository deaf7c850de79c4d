import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import { folderStorage } from '../../storage/object-storage.ts';
import { callAs } from '../../testing/client.ts';
import { recipeOf, sentRecipe, shownAt, uploaded, workOf } from '../../testing/contest.ts';
import { startContest } from '../../testing/contest-server.ts';
import { pictureNameOf } from './pictures.ts';
import { sweepPictures } from './sweep-pictures.ts';
import { pictures } from './tables.ts';

const { server, author, images, save, decide } = await startContest();
afterAll(() => server.close());

const { updateWork, getWorkDetail, delWork } = contestCalls;
const picture = (address: string) => fetch(shownAt(server.url, address));

describe('pictures', () => {
  it('are private before approval and cached for long after it, never sniffed', async () => {
    const id = await sentRecipe(author, server.url);
    const [address = ''] = (await workOf(author, server.url, id)).image;
    const before = await picture(address);
    expect([before.status, before.headers.get('cache-control'), before.headers.get('x-content-type-options')]).toEqual([
      200,
      'private, no-cache',
      'nosniff',
    ]);
    await decide(id, 1);
    const after = await picture(address);
    expect(after.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const known = await fetch(shownAt(server.url, address), {
      headers: { 'if-none-match': after.headers.get('etag') ?? '' },
    });
    expect(known.status).toBe(304);
  });

  it('are removed with their work, unless another one uses them', async () => {
    const [own = '', both = ''] = await uploaded(author, server.url, 2);
    const [first, second] = [await save({}, [own, both]), await save({}, [both, images[0] ?? ''])];
    expect((await callAs(author, server.url, delWork, first.data as { id: string })).code).toBe(0);
    expect([(await picture(own)).status, (await picture(both)).status]).toEqual([404, 200]);
    await sweepPictures(server.queries, folderStorage(join(server.folder, 'uploads')), Date.now());
    const files = await readdir(join(server.folder, 'uploads'), { recursive: true });
    expect(files.some((file) => file.endsWith(pictureNameOf(own) ?? '?'))).toBe(false);
    expect(await callAs(author, server.url, getWorkDetail, second.data as { id: string })).toMatchObject({ code: 0 });
  });

  it.each(['..%2f..%2fdata', 'a.jpg', `${'0'.repeat(32)}.jpg`, '%00'])('have no other address: %s', async (name) => {
    const response = await fetch(`${server.url}/uploads/${name}`);
    expect([response.status, response.headers.get('cache-control')]).not.toContain(
      'public, max-age=31536000, immutable',
    );
    expect(response.headers.get('content-type')).not.toBe('image/jpeg');
  });

  it('are swept a day after their last use, and then refused', async () => {
    const storage = folderStorage(join(server.folder, 'uploads'));
    const [kept = '', lost = '', let_go = ''] = await uploaded(author, server.url, 3);
    const { id } = (await save({}, [kept, let_go])).data as { id: string };
    const HOUR_MS = 3_600_000;
    const now = Date.now();
    await sweepPictures(server.queries, storage, now + 23 * HOUR_MS);
    expect((await picture(lost)).status).toBe(200);
    await server.queries
      .update(pictures)
      .set({ dueAt: new Date(now - HOUR_MS) })
      .where(eq(pictures.name, pictureNameOf(let_go) ?? ''));
    expect(
      (await callAs(author, server.url, updateWork, { id, ...recipeOf(author, [kept, images[0] ?? '']) })).code,
    ).toBe(0);
    await server.queries
      .update(pictures)
      .set({ dueAt: new Date(now - HOUR_MS) })
      .where(eq(pictures.name, pictureNameOf(lost) ?? ''));
    await sweepPictures(server.queries, storage, now);
    expect([(await picture(kept)).status, (await picture(lost)).status, (await picture(let_go)).status]).toEqual([
      200, 404, 200,
    ]);
    expect(await save({}, [kept, lost])).toEqual({ code: 409, msg: copy['server.work.pictureGone'], data: null });
  });
});
