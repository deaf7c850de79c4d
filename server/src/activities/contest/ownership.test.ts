import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { afterAll, describe, expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import { authorizationOf, callAs, pathOf, post, signed, tokenOf } from '../../testing/client.ts';
import { recipeOf, sentRecipe, stepsOf, uploaded } from '../../testing/contest.ts';
import { startContest } from '../../testing/contest-server.ts';
import { addHousehold } from '../../testing/households.ts';

const { server, author, images, save, share, decide } = await startContest();
afterAll(() => server.close());
const stranger = await addHousehold(server.queries);

const { updateWork, getMyWorks, getWorkDetail, delWork } = contestCalls;

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
