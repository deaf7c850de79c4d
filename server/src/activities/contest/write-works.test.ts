import { contestCalls, contestTerms } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import { callAs } from '../../testing/client.ts';
import { recipeOf, sentRecipe, stepsOf, uploaded, workOf } from '../../testing/contest.ts';
import { startContest } from '../../testing/contest-server.ts';
import { addHousehold } from '../../testing/households.ts';
import { works } from './tables.ts';

const { server, author, images, save, share, decide } = await startContest();
afterAll(() => server.close());

const { saveWork, updateWork, getMyWorks, delWork } = contestCalls;

it('stores a work once per request id, also for concurrent repeats', async () => {
  const requestId = 'request-1';
  const answers = await Promise.all([save({ requestId }), save({ requestId }), save({ requestId })]);
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect((await save({ requestId, cookName: '另一道' })).data).toEqual(answers[0]?.data);
  expect(await server.queries.$count(works, eq(works.requestId, requestId))).toBe(1);
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
