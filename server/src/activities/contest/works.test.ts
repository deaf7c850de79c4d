import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { contestCalls, contestTerms } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../../copy.ts';
import { accounts } from '../../households/tables.ts';
import { folderStorage } from '../../object-storage.ts';
import { authorizationOf, callAs, pathOf, post, signed, tokenOf } from '../../testing/client.ts';
import { photoShareOf, recipeOf, sentRecipe, shownAt, uploaded, workOf } from '../../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { contestClock, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { pictureNameOf } from './pictures.ts';
import { sweepPictures } from './sweep-pictures.ts';
import { pictures, works } from './tables.ts';

let server: TestServer;
let author: TestHousehold;
let stranger: TestHousehold;
let images: string[];
beforeAll(async () => {
  server = await startTestServer(contestClock);
  [author, stranger] = [await addHousehold(server.queries), await addHousehold(server.queries)];
  images = await uploaded(author, server.url, 9);
});
afterAll(() => server.close());

const { saveWork, submitEntries, updateWork, getMyWorks, getWorkDetail, delWork } = contestCalls;
const save = (change: Record<string, string> = {}, named: readonly string[] = images) =>
  callAs(author, server.url, saveWork, recipeOf(author, named, change));
const share = (change: Record<string, string> = {}, named: readonly string[] = images) =>
  callAs(author, server.url, submitEntries, photoShareOf(author, named, change));
const decide = (id: string, status: -1 | 0 | 1) =>
  server.queries
    .update(works)
    .set({ status, mark: status < 0 ? '图片不够清晰' : '' })
    .where(eq(works.id, id));
const stepsOf = (...steps: { image: string; stepDesc: string }[]) => JSON.stringify(steps);
const picture = (address: string) => fetch(shownAt(server.url, address));

describe('a submitted work', () => {
  it('is returned to its author as written, without tags and outer spaces', async () => {
    const steps = stepsOf({ image: images[2] ?? '', stepDesc: ' 牛腩<b>切块</b> ' }, { image: '', stepDesc: 'a<b' });
    const sent = {
      cookName: ' 番茄<img src=x onerror=alert(1)>牛腩 ',
      CookTime: '4',
      materials: '牛腩500克',
      tips: '3 > 2',
      steps,
      spec: 'BCD-501',
      headImgUrl: 'javascript:alert(1)',
    };
    const { code, data } = await save(sent, images.slice(0, 2));
    expect(code).toBe(0);
    const [work] = (await callAs(author, server.url, getMyWorks)).data as Record<string, unknown>[]; // the answer of this call with code 0
    expect(work).toMatchObject({
      ...(data as { id: string }),
      cookName: '番茄牛腩',
      CookTime: '4',
      materials: '牛腩500克',
      tips: '3 > 2',
      status: 0,
      mark: '',
      drawId2: 0,
      editPermission: 1,
      image: images.slice(0, 2),
      steps: [
        { image: images[2], stepDesc: '牛腩切块' },
        { image: '', stepDesc: 'a<b' },
      ],
      phone: '',
      devicePhone: author.phone,
      fridgeId: author.fridgeId,
      spec: 'BCD-501',
      nickName: '小林',
      headImgUrl: '',
      addTime: expect.stringMatching(/^2021-09-01 10:\d\d$/),
      submitTime: expect.stringMatching(/^2021-09-01 10:\d\d$/),
    });
  });

  it('may be a photo share with any phone as contact', async () => {
    const answer = await share({ phone: '19912345678' }, images.slice(0, 1));
    expect(answer.code).toBe(0);
    const { id } = answer.data as { id: string };
    expect((await callAs(author, server.url, getWorkDetail, { id })).data).toMatchObject({
      cookName: '',
      phone: '19912345678',
      devicePhone: author.phone,
    });
  });

  it("has no invisible characters, also in the author's data from the app", async () => {
    const { id } = (
      await save({
        cookName: '\u202e番茄\u200b牛腩',
        nickName: '\u001b[31m小\u2066林\n',
        spec: 'BCD\u00ad-501\u0007',
        tips: '<scr<b>ipt>趁热<\u200bimg src=x>吃\ufeff',
      })
    ).data as { id: string };
    expect((await callAs(author, server.url, getWorkDetail, { id })).data).toMatchObject({
      cookName: '番茄牛腩',
      nickName: '[31m小林',
      spec: 'BCD-501',
      tips: '趁热吃',
    });
    expect(await save({ cookName: '\u200b\u3164' })).toMatchObject({
      code: 400,
      msg: copy['contest.form.titleEmpty.toast'],
    });
  });

  it("shows the account's name and avatar, never an address from the form", async () => {
    const known = await addHousehold(server.queries);
    await server.queries
      .update(accounts)
      .set({ nickName: '林晓', headImgUrl: 'https://cloud.example/1.jpg' })
      .where(eq(accounts.userId, known.userId));
    const forged = { nickName: '官方客服', headImgUrl: 'https://tracker.example/pixel.gif' };
    const id = await sentRecipe(known, server.url, forged);
    expect(await workOf(known, server.url, id)).toMatchObject({
      nickName: '林晓',
      headImgUrl: 'https://cloud.example/1.jpg',
    });
    await callAs(known, server.url, updateWork, {
      id,
      ...recipeOf(known, await uploaded(known, server.url, 2), forged),
    });
    expect(await workOf(known, server.url, id)).toMatchObject({
      nickName: '林晓',
      headImgUrl: 'https://cloud.example/1.jpg',
    });
    const { id: other } = (await save(forged)).data as { id: string };
    expect(await workOf(author, server.url, other)).toMatchObject({ nickName: '官方客服', headImgUrl: '' });
  });

  it('is stored once per request id, also for concurrent repeats', async () => {
    const requestId = 'request-1';
    const answers = await Promise.all([save({ requestId }), save({ requestId }), save({ requestId })]);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect((await save({ requestId, cookName: '另一道' })).data).toEqual(answers[0]?.data);
    expect(await server.queries.$count(works, eq(works.requestId, requestId))).toBe(1);
  });
});

const family = '👨‍👩‍👧';
const combined = 'é';

describe('limits, at their edges', () => {
  const {
    titleCharacters,
    contentCharacters: content,
    shareCharacters,
    stepCharacters,
    materialsCharacters,
    tipsCharacters,
    steps,
  } = contestTerms;
  it.each<[string, Record<string, string>, keyof typeof copy | null]>([
    ['a title of tags', { cookName: '<b></b>' }, 'contest.form.titleEmpty.toast'],
    ['a title of 1', { cookName: '煲' }, null],
    ['a title of 20', { cookName: family.repeat(titleCharacters) }, null],
    ['a title of 21', { cookName: '菜'.repeat(titleCharacters + 1) }, 'contest.form.titleLong.toast'],
    ['content of 99', { desc: ` ${'字'.repeat(content.min - 1)} ` }, 'contest.form.contentShort.toast'],
    ['content of 100', { desc: combined.repeat(content.min) }, null],
    ['content of 1000 families', { desc: family.repeat(content.max) }, null],
    ['content of 1001', { desc: '字'.repeat(content.max + 1) }, 'contest.photo.contentLong.toast'],
    ['a step of 60', { steps: stepsOf({ image: '', stepDesc: family.repeat(stepCharacters) }) }, null],
    [
      'a step of 61',
      { steps: stepsOf({ image: '', stepDesc: '步'.repeat(stepCharacters + 1) }) },
      'contest.step.tooLong.toast',
    ],
    ['20 steps', { steps: stepsOf(...Array.from({ length: steps }, () => ({ image: '', stepDesc: '切' }))) }, null],
    [
      '21 steps',
      { steps: stepsOf(...Array.from({ length: steps + 1 }, () => ({ image: '', stepDesc: '切' }))) },
      'contest.step.full.toast',
    ],
    ['300 of materials', { materials: '料'.repeat(materialsCharacters) }, null],
    ['301 of materials', { materials: '料'.repeat(materialsCharacters + 1) }, 'contest.form.materialsLong.toast'],
    ['301 of tips', { tips: '贴'.repeat(tipsCharacters + 1) }, 'contest.form.tipsLong.toast'],
    ["a cooking time that there isn't", { CookTime: '5' }, 'contest.form.cookTimeBad.toast'],
    ["steps that can't be read", { steps: '{' }, 'server.param'],
  ])('%s', async (_, change, messageKey) => {
    const { code, msg } = await save(change);
    expect({ code, msg }).toEqual(messageKey === null ? { code: 0, msg: '' } : { code: 400, msg: copy[messageKey] });
  });

  it.each([
    [1, 'contest.form.imagesFew.toast'],
    [2, null],
    [9, null],
  ] as const)('%i pictures of a recipe', async (count, messageKey) => {
    expect((await save({}, images.slice(0, count))).msg).toBe(messageKey === null ? '' : copy[messageKey]);
  });

  it('10 pictures, and a repeated one', async () => {
    const ten = [...images, ...(await uploaded(author, server.url, 1))];
    expect((await save({}, ten)).msg).toBe(copy['contest.image.full.toast']);
    expect((await share({}, ten)).msg).toBe(copy['contest.image.full.toast']);
    const other = images[0]?.replace(/^https?:\/\/[^/]+/, 'https://elsewhere.example') ?? '';
    expect((await save({}, [images[0] ?? '', other])).msg).toBe(copy['contest.form.imagesFew.toast']);
  });

  it.each<[string, Record<string, string>, keyof typeof copy | null]>([
    ['a share of tags', { desc: '<p> </p>' }, 'contest.photo.contentEmpty.toast'],
    ['a share of 500', { desc: family.repeat(shareCharacters) }, null],
    ['a share of 501', { desc: '字'.repeat(shareCharacters + 1) }, 'contest.photo.contentLong.toast'],
    ['a phone that starts with 12', { phone: '12912345678' }, 'contest.photo.phoneBad.toast'],
  ])('%s', async (_, change, messageKey) => {
    expect((await share(change)).msg).toBe(messageKey === null ? '' : copy[messageKey]);
  });
});

describe('an empty or missing field', () => {
  const call = async (
    fields: Record<string, string>,
    without: string,
    by: typeof saveWork | typeof submitEntries | typeof updateWork,
  ) => {
    const { [without]: _left, ...rest } = fields;
    return [
      await callAs(author, server.url, by, { ...fields, [without]: '' }),
      await callAs(author, server.url, by, rest),
    ];
  };
  const refused = (messageKey: keyof typeof copy) =>
    Array.from({ length: 2 }, () => ({ code: 400, msg: copy[messageKey], data: null }));

  it.each([
    ['cookName', 'contest.form.titleEmpty.toast'],
    ['desc', 'contest.form.contentShort.toast'],
    ['image', 'contest.form.imagesFew.toast'],
  ] as const)("of a recipe is refused with its rule's message: %s", async (field, messageKey) => {
    expect(await call(recipeOf(author, images), field, saveWork)).toEqual(refused(messageKey));
    const id = await sentRecipe(author, server.url);
    expect(await call({ id, ...recipeOf(author, images) }, field, updateWork)).toEqual(refused(messageKey));
  });

  it.each([
    ['image', 'contest.photo.imagesEmpty.toast'],
    ['desc', 'contest.photo.contentEmpty.toast'],
    ['phone', 'contest.photo.phoneBad.toast'],
  ] as const)("of a photo share is refused with its rule's message: %s", async (field, messageKey) => {
    expect(await call(photoShareOf(author, images), field, submitEntries)).toEqual(refused(messageKey));
  });
});

describe('works of one user', () => {
  it('are limited, also for concurrent submissions, and all listed', async () => {
    const busy = await addHousehold(server.queries);
    const pictured = await uploaded(busy, server.url, 2);
    const send = (requestId = '') => callAs(busy, server.url, saveWork, recipeOf(busy, pictured, { requestId }));
    const { data } = await send('first');
    const [stored] = await server.queries.select().from(works).where(eq(works.userId, busy.userId));
    if (stored === undefined) throw new Error('no work was stored');
    const more = Array.from({ length: contestTerms.worksPerUser - 2 }, (_, index) => ({
      ...stored,
      id: `busy${index}`,
      requestId: null,
    }));
    await server.queries.insert(works).values(more);
    const answers = await Promise.all([send('last'), send('last'), send('a'), send('b')]);
    expect(
      answers
        .filter(({ code }) => code !== 0)
        .every(({ code, msg }) => code === 204 && msg === copy['server.work.tooMany']),
    ).toBe(true);
    expect(new Set(answers.flatMap((answer) => (answer.code === 0 ? [JSON.stringify(answer.data)] : []))).size).toBe(1);
    expect((await callAs(busy, server.url, getMyWorks)).data).toHaveLength(contestTerms.worksPerUser);
    expect(await send('first')).toEqual({ code: 0, msg: '', data });
    await callAs(busy, server.url, delWork, { id: 'busy0' });
    expect((await send('c')).code).toBe(0);
  });
});

describe('what belongs to another user', () => {
  it("is refused as a work's picture", async () => {
    const theirs = await uploaded(stranger, server.url, 1);
    expect((await save({}, [...images.slice(0, 2), ...theirs])).code).toBe(403);
    expect((await save({ steps: stepsOf({ image: theirs[0] ?? '', stepDesc: '' }) })).code).toBe(403);
    expect((await save({}, [...images.slice(0, 2), 'https://evil.example/a.jpg'])).code).toBe(403);
    expect((await save({}, [...images.slice(0, 2), '/uploads/../../etc/passwd'])).code).toBe(403);
  });

  it.each([{ devicePhone: '13900000099' }, { fridgeId: 'fridge-of-others' }])(
    'is refused as a device: %j',
    async (change) => {
      expect((await save(change)).code).toBe(403);
      expect((await share(change)).code).toBe(403);
    },
  );

  it("can't be read before approval, changed or deleted, and never shows phones or device", async () => {
    const id = await sentRecipe(author, server.url);
    const forbidden = { code: 403, msg: copy['server.work.forbidden'], data: null };
    const read = () => callAs(stranger, server.url, getWorkDetail, { id });
    const readAsNobody = () => post(`${server.url}${pathOf(getWorkDetail)}`, signed({ id }));
    for (const status of [0, -1] as const) {
      if (status < 0) await decide(id, status);
      expect([await read(), await readAsNobody()]).toEqual([forbidden, forbidden]);
    }
    const theirs = await uploaded(stranger, server.url, 2);
    expect(await callAs(stranger, server.url, updateWork, { id, ...recipeOf(stranger, theirs) })).toEqual(forbidden);
    expect(await callAs(stranger, server.url, delWork, { id })).toEqual(forbidden);
    await decide(id, 1);
    for (const answer of [await read(), await readAsNobody()]) {
      expect(answer).toMatchObject({ code: 0, data: { id, cookName: '番茄牛腩煲', editPermission: 0 } });
      const text = JSON.stringify(answer);
      for (const secret of [author.phone, author.fridgeId, author.userId, 'devicePhone', 'fridgeId', 'phone', 'mark'])
        expect(text).not.toContain(secret);
    }
    expect((await callAs(stranger, server.url, getMyWorks)).data).toEqual([]);
  });

  it('answers 401 instead of 403 to an author with an invalid token', async () => {
    const id = await sentRecipe(author, server.url);
    const expired = tokenOf(author.userId, 'full', Date.now() - 2_000);
    const read = async (fields: Record<string, string> = {}) =>
      post(`${server.url}${pathOf(getWorkDetail)}`, signed({ id, ...fields }), {
        authorization: await authorizationOf(author.userId, expired),
      });
    const loginAgain = { code: 401, msg: copy['server.auth'], data: null };
    expect([await read(), await read({ devicePhone: author.phone })]).toEqual([loginAgain, loginAgain]);
    await decide(id, 1);
    expect(await read()).toMatchObject({ code: 0, data: { id, editPermission: 0 } });
    expect(await read({ devicePhone: author.phone })).toEqual(loginAgain);
  });

  it('is missing under an unknown id', async () => {
    for (const call of [getWorkDetail, delWork])
      expect(await callAs(author, server.url, call, { id: 'nosuchwork' })).toEqual({
        code: 204,
        msg: copy['server.work.missing'],
        data: null,
      });
  });
});

describe('a change', () => {
  it('returns a rejected work to review with all its data', async () => {
    const id = await sentRecipe(author, server.url, {
      CookTime: '2',
      materials: '番茄',
      tips: '去皮',
      steps: stepsOf({ image: images[0] ?? '', stepDesc: '切' }),
    });
    await decide(id, -1);
    expect(await workOf(author, server.url, id)).toMatchObject({ status: -1, mark: '图片不够清晰' });
    const work = await workOf(author, server.url, id);
    const again = {
      ...recipeOf(author, work.image),
      CookTime: work.CookTime,
      materials: work.materials,
      tips: '新的',
      steps: JSON.stringify(work.steps),
    };
    expect(await callAs(author, server.url, updateWork, { id, ...again })).toMatchObject({ code: 0, data: { id } });
    expect(await workOf(author, server.url, id)).toEqual({ ...work, status: 0, mark: '', tips: '新的', revision: 2 });
  });

  it('of a replaced revision is refused, unless the content is the same', async () => {
    const id = await sentRecipe(author, server.url);
    const change = (tips: string, revision?: string) =>
      callAs(author, server.url, updateWork, {
        id,
        ...recipeOf(author, images),
        tips,
        ...(revision !== undefined && { revision }),
      });
    const stored = async () => workOf(author, server.url, id);
    expect(await stored()).toMatchObject({ revision: 1 });
    expect((await change('第一台设备', '1')).code).toBe(0);
    expect(await change('第二台设备', '1')).toEqual({ code: 409, msg: copy['server.work.changed'], data: null });
    expect(await change('第二台设备', '一')).toMatchObject({ code: 409 });
    expect(await change('第一台设备', '1')).toMatchObject({ code: 0, data: { id } });
    expect(await stored()).toMatchObject({ tips: '第一台设备', revision: 2 });
    expect((await change('第二台设备')).code).toBe(0);
    expect(await stored()).toMatchObject({ tips: '第二台设备', revision: 3 });
  });

  it("is validated by the work's kind", async () => {
    const { id } = (await share()).data as { id: string };
    const change = (fields: Record<string, string>) =>
      callAs(author, server.url, updateWork, {
        id,
        image: images[0] ?? '',
        desc: '短',
        fridgeId: author.fridgeId,
        ...fields,
      });
    expect((await change({ phone: '1' })).msg).toBe(copy['contest.photo.phoneBad.toast']);
    expect((await change({ phone: '18812345678', cookName: '不是菜谱' })).code).toBe(0);
    expect(await workOf(author, server.url, id)).toMatchObject({
      cookName: '',
      desc: '短',
      phone: '18812345678',
      image: [images[0]],
    });
  });

  it('of an approved work, or its deletion, is refused', async () => {
    const id = await sentRecipe(author, server.url);
    await decide(id, 1);
    expect(await callAs(author, server.url, updateWork, { id, ...recipeOf(author, images) })).toEqual({
      code: 204,
      msg: copy['server.work.approvedEdit'],
      data: null,
    });
    expect(await callAs(author, server.url, delWork, { id })).toEqual({
      code: 204,
      msg: copy['server.work.approved'],
      data: null,
    });
    expect((await workOf(author, server.url, id)).status).toBe(1);
  });
});

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
