import { join } from 'node:path';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workDecisions } from '../activities/contest/tables.ts';
import { drawOutcomes, drawPrizes } from '../database/schema.ts';
import { callAs } from '../testing/client.ts';
import { photoShareOf, recipeOf, sentRecipe, uploaded, workOf } from '../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { contestClock, startTestServer, type TestServer } from '../testing/test-server.ts';
import { listedWorkSchema, listedWorksSchema, pictureSchema } from './protocol.ts';

let server: TestServer;
let author: TestHousehold;
beforeAll(async () => {
  server = await startTestServer(contestClock);
  author = await addHousehold(server.queries);
});
afterAll(() => server.close());

const ask = async (request: Record<string, unknown>) => {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), request);
  if (answer === undefined) throw new Error('no answer');
  return answer;
};
const listed = async (show?: string) => v.parse(listedWorksSchema, (await ask({ command: 'works.list', ...(show && { show }) })).data);
const by = '王梅';

describe('reviewers', () => {
  it('see the queue with the longest waiting first, without a phone or a device', async () => {
    const first = await sentRecipe(author, server.url);
    const second = await sentRecipe(author, server.url);
    const { works, pending } = await listed();
    expect(works.map(({ id }) => id)).toEqual([first, second]);
    expect(pending).toBe(2);
    expect(JSON.stringify(works)).not.toContain(author.phone);
    expect(JSON.stringify(works)).not.toContain(author.fridgeId);
    const { base64 } = v.parse(pictureSchema, (await ask({ command: 'works.picture', name: works[0]?.images[0] })).data);
    expect(Buffer.from(base64, 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('reject with a reason and approve after the change, which the user sees at the next look', async () => {
    const id = await sentRecipe(author, server.url);
    const reason = '图片不够清晰，请更换后重新提交';
    expect(await ask({ command: 'works.reject', id, by, reason: ` ${reason}<b></b> ` })).toMatchObject({ ok: true, data: { status: 'rejected' } });
    expect(await workOf(author, server.url, id)).toMatchObject({ status: -1, mark: reason });
    await callAs(author, server.url, contestCalls.updateWork, { id, ...recipeOf(author, await uploaded(author, server.url, 2)) });
    expect(await ask({ command: 'works.approve', id, by, revision: 2 })).toMatchObject({ ok: true });
    expect(await workOf(author, server.url, id)).toMatchObject({ status: 1, mark: '' });
    const audited = await server.queries.select().from(workDecisions).where(eq(workDecisions.workId, id)).orderBy(workDecisions.id);
    expect(audited).toMatchObject([{ decision: 'rejected', reason, decidedBy: by, revision: 1, userId: author.userId }, { decision: 'approved', decidedBy: by, revision: 2 }]);
    expect((await listed('decided')).works[0]).toMatchObject({ id, decisions: [{ decision: 'approved', by }, { decision: 'rejected', by, reason }] });
  });

  it('may leave the reason empty', async () => {
    const id = await sentRecipe(author, server.url);
    expect(await ask({ command: 'works.reject', id, by, reason: '' })).toMatchObject({ ok: true, data: { mark: '' } });
  });

  it('are told when another was first, and by whom', async () => {
    const id = await sentRecipe(author, server.url);
    const answers = await Promise.all([ask({ command: 'works.approve', id, by }), ask({ command: 'works.reject', id, by: '李强', reason: '模糊' })]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)?.error).toMatch(/already\. Decided by (王梅|李强) at 2021-09-01T/);
    expect(await server.queries.$count(workDecisions, eq(workDecisions.workId, id))).toBe(1);
  });

  it('are told when the author changed the work meanwhile, or deleted it', async () => {
    const id = await sentRecipe(author, server.url);
    await callAs(author, server.url, contestCalls.updateWork, { id, ...recipeOf(author, await uploaded(author, server.url, 2)) });
    expect(await ask({ command: 'works.approve', id, by, revision: 1 })).toMatchObject({ ok: false, error: expect.stringContaining('changed by its author') });
    await callAs(author, server.url, contestCalls.delWork, { id });
    expect(await ask({ command: 'works.approve', id, by, revision: 2 })).toMatchObject({ ok: false, error: expect.stringContaining('deleted') });
  });

  it.each([
    [{ command: 'works.approve', id: 'x' }, /by/],
    [{ command: 'works.approve', id: 'x', by: '<b></b> ' }, /a name/],
    [{ command: 'works.reject', id: 'x', by, reason: '长'.repeat(201) }, /at most 200/],
    [{ command: 'works.prize', id: 'x', by, level: 7 }, /level/],
    [{ command: 'works.picture', name: '../../etc/passwd' }, /name/],
    [{ command: 'works.show', id: 'nosuch' }, /no work nosuch/],
  ])('get a reason for %j', async (request, reason) => {
    expect(await ask(request)).toMatchObject({ ok: false, error: expect.stringMatching(reason) });
  });
});

describe('a prize', () => {
  const prize = (id: string, level: number) => ask({ command: 'works.prize', id, level, by });
  const approved = async () => {
    const id = await sentRecipe(author, server.url);
    await ask({ command: 'works.approve', id, by });
    return id;
  };

  it('is listed among the author\'s prizes under the work\'s drawId2, once', async () => {
    await server.queries.update(drawOutcomes).set({ stock: 5 }).where(eq(drawOutcomes.level, 2));
    const id = await approved();
    const { prize: drawId2 } = v.parse(listedWorkSchema, (await prize(id, 2)).data);
    expect(drawId2).toBeGreaterThan(0);
    expect((await workOf(author, server.url, id)).drawId2).toBe(drawId2);
    for (const call of [drawCalls.getMyGiftList, drawCalls.myGift]) {
      expect((await callAs(author, server.url, call)).data).toEqual([expect.objectContaining({ id: String(drawId2), level: 2, isVirtual: 0 })]);
    }
    expect(await prize(id, 2)).toMatchObject({ ok: false, error: expect.stringMatching(/already\. Decided by 王梅/) });
    expect(await server.queries.$count(drawPrizes, eq(drawPrizes.userId, author.userId))).toBe(1);
    const address = { id: String(drawId2), name: '张三', phone: '13912345678', address: '江苏省南京市玄武区 中山路1号' };
    expect((await callAs(author, server.url, drawCalls.saveAddress, address)).code).toBe(0);
  });

  it('needs an approved work, stock, and a code where it is virtual; what fails changes nothing', async () => {
    const { id } = (await callAs(author, server.url, contestCalls.submitEntries, photoShareOf(author, await uploaded(author, server.url, 1)))).data as { id: string }; // what this call answers with code 0
    expect(await prize(id, 2)).toMatchObject({ ok: false, error: expect.stringContaining("isn't approved") });
    await ask({ command: 'works.approve', id, by });
    expect(await prize(id, 4)).toMatchObject({ ok: false, error: expect.stringContaining('draw set 4 stock') });
    await server.queries.update(drawOutcomes).set({ stock: 5 }).where(eq(drawOutcomes.level, 3));
    expect(await prize(id, 3)).toMatchObject({ ok: false, error: expect.stringContaining('draw import-codes 3') });
    expect((await server.queries.select().from(drawOutcomes).where(eq(drawOutcomes.level, 3)))[0]?.issued).toBe(0);
    await ask({ command: 'draw.importCodes', level: 3, codes: [{ code: 'CARD', pwd: 'SECRET' }] });
    expect(await prize(id, 3)).toMatchObject({ ok: true });
    const prizes = (await callAs(author, server.url, drawCalls.myGift)).data;
    expect(prizes).toContainEqual(expect.objectContaining({ level: 3, isVirtual: 1, exchangeCode: 'CARD', exchangePwd: 'SECRET' }));
  });
});
