import { contestCalls, contestTerms } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import { accounts } from '../../households/tables.ts';
import { callAs } from '../../testing/client.ts';
import { photoShareOf, recipeOf, sentRecipe, stepsOf, uploaded, workOf } from '../../testing/contest.ts';
import { startContest } from '../../testing/contest-server.ts';
import { addHousehold } from '../../testing/households.ts';

const { server, author, images, save, share } = await startContest();
afterAll(() => server.close());

const { saveWork, submitEntries, updateWork, getMyWorks, getWorkDetail } = contestCalls;

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
    // The answer of this call with code 0.
    const [work] = (await callAs(author, server.url, getMyWorks)).data as Record<string, unknown>[];
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
