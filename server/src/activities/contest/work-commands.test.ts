import { join } from 'node:path';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { arrayContains, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../commands/all.ts';
import { run } from '../../commands/run.ts';
import { events } from '../../history/tables.ts';
import { carryOutLater } from '../../later/carry-out-later.ts';
import { laterChanges } from '../../later/tables.ts';
import { HOUR_MS, isoInShanghai } from '../../program/clock.ts';
import { callAs } from '../../testing/client.ts';
import { photoShareOf, recipeOf, sentRecipe, shownAt, uploaded, workOf } from '../../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { askOperator, codeFile } from '../../testing/operator.ts';
import { contestClock, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { drawOutcomes, drawPrizes } from '../../prizes/tables.ts';
import { works } from './tables.ts';

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
const listed = async (show?: string) =>
  v.parse(commands['works list'].answer, (await ask({ command: 'works list', ...(show && { show }) })).data);
const by = '王梅';
const eventsOn = (id: string) =>
  server.queries
    .select()
    .from(events)
    .where(arrayContains(events.about, [id]))
    .orderBy(events.id);

describe('reviewers', () => {
  it('see the queue, longest waiting first, without phones and devices', async () => {
    const first = await sentRecipe(author, server.url);
    const second = await sentRecipe(author, server.url);
    const { works: queue, pending } = await listed();
    expect(queue.map(({ id }) => id)).toEqual([first, second]);
    expect(pending).toBe(2);
    expect(JSON.stringify(queue)).not.toContain(author.phone);
    expect(JSON.stringify(queue)).not.toContain(author.fridgeId);
    const { base64 } = v.parse(
      commands['works picture'].answer,
      (await ask({ command: 'works picture', name: queue[0]?.images[0] })).data,
    );
    expect(Buffer.from(base64, 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('reject with a reason and approve after the change, visible to the user at once if final', async () => {
    const id = await sentRecipe(author, server.url);
    const reason = '图片不够清晰，请更换后重新提交';
    expect(await ask({ command: 'works reject', id, by, reason: ` ${reason}<b></b> `, holdSeconds: 0 })).toMatchObject({
      ok: true,
      data: { status: 'rejected' },
    });
    expect(await workOf(author, server.url, id)).toMatchObject({ status: -1, mark: reason });
    await callAs(author, server.url, contestCalls.updateWork, {
      id,
      ...recipeOf(author, await uploaded(author, server.url, 2)),
    });
    expect(await ask({ command: 'works approve', id, by, revision: 2, holdSeconds: 0 })).toMatchObject({ ok: true });
    expect(await workOf(author, server.url, id)).toMatchObject({ status: 1, mark: '' });
    expect(await eventsOn(id)).toMatchObject([
      { changes: [{ path: 'status', after: 'rejected' }], why: reason, by, about: [id, author.userId] },
      { changes: [{ path: 'status', after: 'approved' }], by },
    ]);
    expect((await listed('decided')).works[0]).toMatchObject({
      id,
      decisions: [
        { decision: 'approved', by },
        { decision: 'rejected', by, reason },
      ],
    });
  });

  it('may leave the reason empty', async () => {
    const id = await sentRecipe(author, server.url);
    expect(await ask({ command: 'works reject', id, by, reason: '' })).toMatchObject({ ok: true, data: { mark: '' } });
  });

  it('read who decided first', async () => {
    const id = await sentRecipe(author, server.url);
    const answers = await Promise.all([
      ask({ command: 'works approve', id, by }),
      ask({ command: 'works reject', id, by: '李强', reason: '模糊' }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)?.error).toMatch(/already\. Decided by (王梅|李强) at 2021-09-01T/);
    expect(await eventsOn(id)).toHaveLength(1);
  });

  it('read that the author changed or deleted the work', async () => {
    const id = await sentRecipe(author, server.url);
    await callAs(author, server.url, contestCalls.updateWork, {
      id,
      ...recipeOf(author, await uploaded(author, server.url, 2)),
    });
    expect(await ask({ command: 'works approve', id, by, revision: 1 })).toMatchObject({
      ok: false,
      error: expect.stringContaining('changed by its author'),
    });
    await callAs(author, server.url, contestCalls.delWork, { id });
    expect(await ask({ command: 'works approve', id, by, revision: 2 })).toMatchObject({
      ok: false,
      error: expect.stringContaining('deleted'),
    });
  });

  it.each([
    [{ command: 'works approve', id: 'x', by: '<b></b> ' }, /a name/],
    [{ command: 'works reject', id: 'x', by, reason: '长短'.repeat(101) }, /at most 200/],
    [{ command: 'works take-down', id: 'x', by, why: '1' }, /why: words/],
    [{ command: 'works take-down', id: 'x', by, why: '' }, /why: a reason/],
    [{ command: 'works restore', id: 'x', by, why: '' }, /why/],
    [{ command: 'works prize', id: 'x', by, level: 7 }, /level/],
    [{ command: 'works picture', name: '../../etc/passwd' }, /name/],
    [{ command: 'works show', id: 'nosuch' }, /no work nosuch/],
  ])('get a reason for %j', async (request, reason) => {
    expect(await ask(request)).toMatchObject({ ok: false, error: expect.stringMatching(reason) });
  });

  it.each(['1', ' ', '\u200b', '模', 'rrr', '2023 1。', '<b></b>1'])('send no author the reason %j', async (reason) => {
    expect(await ask({ command: 'works reject', id: 'x', by, reason })).toMatchObject({
      ok: false,
      error: 'reason: words that its author understands',
    });
  });
});

describe('a prize', () => {
  const prize = (id: string, level: number) => ask({ command: 'works prize', id, level, by });
  const approved = async () => {
    const id = await sentRecipe(author, server.url);
    await ask({ command: 'works approve', id, by });
    return id;
  };

  it("is listed among the author's prizes under the work's drawId2, once", async () => {
    await server.queries.update(drawOutcomes).set({ stock: 5 }).where(eq(drawOutcomes.level, 2));
    const id = await approved();
    const { prize: drawId2 } = v.parse(commands['works show'].answer, (await prize(id, 2)).data);
    expect(drawId2).toBeGreaterThan(0);
    expect((await workOf(author, server.url, id)).drawId2).toBe(drawId2);
    for (const call of [drawCalls.getMyGiftList, drawCalls.myGift]) {
      expect((await callAs(author, server.url, call)).data).toEqual([
        expect.objectContaining({ id: String(drawId2), level: 2, isVirtual: 0 }),
      ]);
    }
    expect(await prize(id, 2)).toMatchObject({ ok: false, error: expect.stringMatching(/already\. Decided by 王梅/) });
    expect(await server.queries.$count(drawPrizes, eq(drawPrizes.userId, author.userId))).toBe(1);
    const address = {
      id: String(drawId2),
      name: '张三',
      phone: '13912345678',
      address: '江苏省南京市玄武区 中山路1号',
    };
    expect((await callAs(author, server.url, drawCalls.saveAddress, address)).code).toBe(0);
  });

  it('that was revoked is won no more, and comes back by undo unless the work won another since', async () => {
    await server.queries.update(drawOutcomes).set({ stock: 50 }).where(eq(drawOutcomes.level, 2));
    const id = await approved();
    const won = async () => (await workOf(author, server.url, id)).drawId2;
    await prize(id, 2);
    const first = await won();
    const revoked = await ask({ command: 'prizes revoke', id: String(first), by, why: 'x' });
    expect([revoked.error, await won()]).toEqual([undefined, 0]);
    const undo = () => ask({ command: 'undo', event: revoked.events?.[0]?.id, by });
    expect(await prize(id, 2)).toMatchObject({ ok: true });
    const second = await won();
    expect(second).toBeGreaterThan(first);
    expect((await undo()).error).toBe(`Work ${id} has won prize ${second} since. prizes revoke takes that away.`);
    await ask({ command: 'prizes revoke', id: String(second), by, why: 'x' });
    expect(await undo()).toMatchObject({ ok: true });
    expect(await won()).toBe(first);
  });

  it("that was replaced is the work's in its place, also in the list of prizes", async () => {
    const id = await approved();
    await prize(id, 2);
    const first = String((await workOf(author, server.url, id)).drawId2);
    const replaced = await ask({ command: 'prizes replace', id: first, by, why: 'x' });
    const { replacedBy } = v.parse(commands['prizes replace'].answer, replaced.data);
    expect(String((await workOf(author, server.url, id)).drawId2)).toBe(replacedBy);
    const { prizes } = v.parse(
      commands['prizes list'].answer,
      (await ask({ command: 'prizes list', user: author.userId })).data,
    );
    expect(prizes.filter(({ work }) => work === id).map((each) => each.id)).toEqual([replacedBy, first]);
    expect(await prize(id, 2)).toMatchObject({ error: expect.stringContaining(`has won prize ${replacedBy} already`) });
  });

  it('needs an approved work, stock, and a code if virtual; a refusal changes nothing', async () => {
    const { id } = (
      await callAs(
        author,
        server.url,
        contestCalls.submitEntries,
        photoShareOf(author, await uploaded(author, server.url, 1)),
      )
    ).data as { id: string }; // the answer of this call with code 0
    expect(await prize(id, 2)).toMatchObject({ ok: false, error: expect.stringContaining("isn't approved") });
    await ask({ command: 'works approve', id, by });
    expect(await prize(id, 4)).toMatchObject({ ok: false, error: expect.stringContaining('draw set 4 --stock') });
    await server.queries.update(drawOutcomes).set({ stock: 5 }).where(eq(drawOutcomes.level, 3));
    expect(await prize(id, 3)).toMatchObject({ ok: false, error: expect.stringContaining('draw import-codes 3') });
    expect((await server.queries.select().from(drawOutcomes).where(eq(drawOutcomes.level, 3)))[0]?.issued).toBe(0);
    await ask({ command: 'draw import-codes', level: 3, by: 'lee', file: codeFile([{ code: 'CARD', pwd: 'SECRET' }]) });
    expect(await prize(id, 3)).toMatchObject({ ok: true });
    const prizes = (await callAs(author, server.url, drawCalls.myGift)).data;
    expect(prizes).toContainEqual(
      expect.objectContaining({ level: 3, isVirtual: 1, exchangeCode: 'CARD', exchangePwd: 'SECRET' }),
    );
  });
});

describe('a held decision', () => {
  const approve = (id: string, holdSeconds: number) => ask({ command: 'works approve', id, by, holdSeconds });
  const pictureOf = async (id: string) =>
    fetch(shownAt(server.url, (await workOf(author, server.url, id)).image[0] ?? ''));

  it('is hidden from users until then, and invisible when undone', async () => {
    const id = await sentRecipe(author, server.url);
    const before = await workOf(author, server.url, id);
    expect(await approve(id, 60)).toMatchObject({ ok: true, data: { status: 'approved' } });
    const stranger = await addHousehold(server.queries);
    const seen = async () => [
      await workOf(author, server.url, id),
      (await callAs(stranger, server.url, contestCalls.getWorkDetail, { id })).code,
      (await pictureOf(id)).headers.get('cache-control'),
    ];
    expect(await seen()).toEqual([before, 403, 'private, no-cache']);
    expect(await ask({ command: 'works undo', id, by: '李强' })).toMatchObject({
      ok: true,
      data: {
        status: 'pending',
        decisions: [
          { decision: 'undone', by: '李强' },
          { decision: 'approved', by },
        ],
      },
    });
    expect(await seen()).toEqual([before, 403, 'private, no-cache']);
    await ask({ command: 'works reject', id, by, reason: '模糊', holdSeconds: 60 });
    expect(await workOf(author, server.url, id)).toEqual(before);
    expect(await ask({ command: 'works undo', id, by })).toMatchObject({
      ok: true,
      data: { status: 'pending', mark: '' },
    });
    expect((await callAs(author, server.url, contestCalls.delWork, { id })).code).toBe(0);
  });

  it("is shown after its time, and can't be undone any more", async () => {
    const id = await sentRecipe(author, server.url);
    await approve(id, 1);
    await expect.poll(async () => (await workOf(author, server.url, id)).status, { timeout: 10_000 }).toBe(1);
    expect((await pictureOf(id)).headers.get('cache-control')).toContain('public');
    expect(await ask({ command: 'works undo', id, by })).toMatchObject({
      ok: false,
      error: expect.stringContaining("can't be undone any more"),
    });
  });

  it("can't be told by the author's change or deletion, which end it", async () => {
    const [changed, deleted] = [await sentRecipe(author, server.url), await sentRecipe(author, server.url)];
    for (const id of [changed, deleted]) await approve(id, 60);
    const fields = { ...recipeOf(author, await uploaded(author, server.url, 2)), id: changed };
    expect(await callAs(author, server.url, contestCalls.updateWork, fields)).toMatchObject({ code: 0 });
    expect(await ask({ command: 'works show', id: changed })).toMatchObject({ data: { status: 'pending' } });
    expect(await ask({ command: 'works undo', id: changed, by })).toMatchObject({ ok: false });
    expect(await callAs(author, server.url, contestCalls.delWork, { id: deleted })).toMatchObject({ code: 0 });
  });

  it('already binds other reviewers', async () => {
    const id = await sentRecipe(author, server.url);
    await approve(id, 60);
    expect(await ask({ command: 'works reject', id, by: '李强', reason: '' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('approved already'),
    });
    await ask({ command: 'works undo', id, by });
    expect(await ask({ command: 'works undo', id, by })).toMatchObject({
      ok: false,
      error: expect.stringContaining('pending'),
    });
  });

  it('is taken down within its time too, which ends it', async () => {
    const id = await sentRecipe(author, server.url);
    await approve(id, 60);
    expect(await ask({ command: 'works take-down', id, by, why: '盗用图片' })).toMatchObject({ ok: true });
    expect(await workOf(author, server.url, id)).toMatchObject({ status: -1, mark: '盗用图片' });
    expect(await ask({ command: 'works undo', id, by })).toMatchObject({
      ok: false,
      error: expect.stringContaining("can't be undone any more"),
    });
  });

  it("can't be undone after a prize", async () => {
    await server.queries.update(drawOutcomes).set({ stock: 100 }).where(eq(drawOutcomes.level, 2));
    const id = await sentRecipe(author, server.url);
    await approve(id, 60);
    expect(await ask({ command: 'works prize', id, level: 2, by })).toMatchObject({ ok: true });
    expect(await ask({ command: 'works undo', id, by })).toMatchObject({
      ok: false,
      error: expect.stringContaining("can't be undone any more"),
    });
    expect(await workOf(author, server.url, id)).toMatchObject({ status: 1 });
  });
});

describe('a decision that users have seen', () => {
  const why = '图片侵犯他人权益，请更换后重新提交';
  const takeDown = (id: string) => ask({ command: 'works take-down', id, by, why });
  const reopen = (id: string) => ask({ command: 'works restore', id, by: '李强', why: 'the wrong work' });
  const shown = async () => {
    const id = await sentRecipe(author, server.url);
    await ask({ command: 'works approve', id, by, holdSeconds: 0 });
    return id;
  };
  const actionsOn = async (id: string) =>
    (await eventsOn(id)).filter(({ command }) => /take-down|restore/.test(command));

  it('has the reason as it was given, of up to 200 characters, where it was kept for later', async () => {
    const id = await shown();
    const longest = '长短'.repeat(100);
    const at = isoInShanghai(new Date(server.clock.business() + HOUR_MS));
    const fields = { at, command: 'works take-down', fields: { id } };
    const actor = { by, why: longest, way: 'command', role: 'reviewer' } as const;
    const { answer } = await run({ command: 'later add', fields }, actor, {}, server.services);
    await server.queries.update(laterChanges).set({ dueAt: new Date(0) });
    await carryOutLater(server.services);
    expect(await workOf(author, server.url, id)).toMatchObject({ status: -1, mark: longest });
    expect((await eventsOn(id)).at(-1)).toMatchObject({
      why: longest,
      about: [id, author.userId, `later ${answer.id}`],
    });
  });

  it('takes an approved work down for everybody at once, and its author reads why', async () => {
    const id = await shown();
    const stranger = await addHousehold(server.queries);
    const picture = shownAt(server.url, (await workOf(author, server.url, id)).image[0] ?? '');
    const seen = async () => (await callAs(stranger, server.url, contestCalls.getWorkDetail, { id })).code;
    expect(await seen()).toBe(0);
    expect(await takeDown(id)).toMatchObject({
      ok: true,
      data: { status: 'rejected', decisions: [{ decision: 'rejected', by, reason: why }, { decision: 'approved' }] },
    });
    expect(await seen()).toBe(403);
    expect((await fetch(picture)).headers.get('cache-control')).toBe('private, no-cache');
    expect(await workOf(author, server.url, id)).toMatchObject({ status: -1, mark: why });
    expect((await listed('decided')).works[0]?.id).toBe(id);
    expect(await actionsOn(id)).toMatchObject([
      { command: 'works take-down', changes: [{ before: 'approved' }], by, why },
    ]);
    expect(await takeDown(id)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/is rejected: only approved works are taken down\. Decided by 王梅 at/),
    });
    expect(await actionsOn(id)).toHaveLength(1);
  });

  it('lets the author of a work that was taken down resubmit it, and delete it', async () => {
    const id = await shown();
    await takeDown(id);
    const changed = { id, revision: '1', ...recipeOf(author, await uploaded(author, server.url, 2)) };
    expect((await callAs(author, server.url, contestCalls.updateWork, changed)).code).toBe(0);
    expect(await workOf(author, server.url, id)).toMatchObject({ status: 0, mark: '' });
    expect(await takeDown(id)).toMatchObject({ ok: false, error: expect.stringContaining('is pending') });
    await ask({ command: 'works approve', id, by, holdSeconds: 0 });
    await takeDown(id);
    expect((await callAs(author, server.url, contestCalls.delWork, { id })).code).toBe(0);
    expect(await takeDown(id)).toMatchObject({ ok: false, error: expect.stringContaining('deleted') });
  });

  it('leaves a prize with its author, through another review and after the work', async () => {
    await server.queries.update(drawOutcomes).set({ stock: 100 }).where(eq(drawOutcomes.level, 2));
    const id = await shown();
    const awarded = await ask({ command: 'works prize', id, level: 2, by });
    const { prize } = v.parse(commands['works show'].answer, awarded.data);
    const prizes = async () => (await callAs(author, server.url, drawCalls.getMyGiftList)).data;
    expect(await takeDown(id)).toMatchObject({ ok: true, data: { prize } });
    expect(await workOf(author, server.url, id)).toMatchObject({ status: -1, drawId2: prize });
    expect(await ask({ command: 'works prize', id, level: 2, by })).toMatchObject({ ok: false });

    await reopen(id);
    await ask({ command: 'works reject', id, by, reason: '图片模糊', holdSeconds: 60 });
    expect(await ask({ command: 'works undo', id, by })).toMatchObject({ ok: true, data: { status: 'pending' } });
    await ask({ command: 'works approve', id, by, holdSeconds: 0 });
    expect(await ask({ command: 'works prize', id, level: 2, by })).toMatchObject({
      ok: false,
      error: expect.stringContaining('already'),
    });
    await takeDown(id);
    expect((await callAs(author, server.url, contestCalls.delWork, { id })).code).toBe(0);
    expect(await prizes()).toContainEqual(expect.objectContaining({ id: String(prize), level: 2 }));
    expect(await ask({ command: 'prizes list', user: author.userId })).toMatchObject({ ok: true });
  });

  it('reviews a rejected work again, also one that was taken down, and who and why are written down', async () => {
    const id = await shown();
    expect(await reopen(id)).toMatchObject({ ok: false, error: expect.stringContaining('is approved') });
    await takeDown(id);
    expect(await reopen(id)).toMatchObject({
      ok: true,
      data: {
        status: 'pending',
        mark: '',
        decisions: [{ decision: 'undone', by: '李强', reason: 'the wrong work' }, {}, {}],
      },
    });
    expect(await workOf(author, server.url, id)).toMatchObject({ status: 0, mark: '' });
    expect(await reopen(id)).toMatchObject({ ok: false, error: expect.stringContaining('is pending') });
    expect(await actionsOn(id)).toMatchObject([
      { command: 'works take-down' },
      { command: 'works restore', by: '李强', why: 'the wrong work' },
    ]);
    expect(await ask({ command: 'works approve', id, by })).toMatchObject({ ok: true });
  });
});

describe('undo', () => {
  const why = '图片侵犯他人权益，请更换后重新提交';
  const undo = (event: number | undefined) => ask({ command: 'undo', event, by, why: '看错了' });

  it('of a return to the queue gives its author the reason of the rejection, and nobody the note', async () => {
    const id = await sentRecipe(author, server.url);
    await ask({ command: 'works reject', id, by, reason: why, holdSeconds: 0 });
    for (const _ of [1, 2]) {
      const restored = await ask({ command: 'works restore', id, by, why: '再看一次' });
      expect(await undo(restored.events?.[0]?.id)).toMatchObject({ ok: true });
      expect(await workOf(author, server.url, id)).toMatchObject({ status: -1, mark: why });
      expect((await eventsOn(id)).at(-1)).toMatchObject({ why: '看错了', changes: [{ after: 'rejected' }] });
    }
  });

  it('of a take-down works after a prize too; of an approval it does not', async () => {
    await server.queries.update(drawOutcomes).set({ stock: 100 }).where(eq(drawOutcomes.level, 2));
    const id = await sentRecipe(author, server.url);
    await ask({ command: 'works approve', id, by, holdSeconds: 0 });
    await ask({ command: 'works prize', id, level: 2, by });
    const takeDown = async () => (await ask({ command: 'works take-down', id, by, why })).events?.[0]?.id;
    expect(await undo(await takeDown())).toMatchObject({ ok: true });
    expect(await workOf(author, server.url, id)).toMatchObject({ status: 1, mark: '' });
    await takeDown();
    await ask({ command: 'works restore', id, by, why });
    const approved = await ask({ command: 'works approve', id, by, holdSeconds: 0 });
    expect(await undo(approved.events?.[0]?.id)).toMatchObject({ error: expect.stringContaining('approval stays') });
  });
});

describe('more works than one answer has', () => {
  const all = async (show: string, limit: number) => {
    const ids: string[] = [];
    for (let after: string | undefined; ;) {
      const part = v.parse(
        commands['works list'].answer,
        (await ask({ command: 'works list', show, limit, after })).data,
      );
      ids.push(...part.works.map(({ id }) => id));
      if (part.next === null) return ids;
      after = part.next;
    }
  };

  it('come in parts, each once: the queue by submission, decided ones by decision', async () => {
    const busy = await addHousehold(server.queries);
    const [sample] = await server.queries.select().from(works).limit(1);
    if (sample === undefined) throw new Error('no work was stored');
    const sent = Array.from({ length: 45 }, (_, index) => `many${String(index).padStart(3, '0')}`);
    // Several with the same time: ids order them.
    const times = (index: number) => ({
      addedAt: new Date(1e12),
      submittedAt: new Date(1e12 + Math.floor(index / 3) * 1_000),
    });
    await server.queries.insert(works).values(
      sent.map((id, index) => ({
        ...sample,
        id,
        userId: busy.userId,
        requestId: null,
        status: 0 as const,
        lastDecision: 0,
        heldUntil: null,
        ...times(index),
      })),
    );
    const own = (ids: string[]) => ids.filter((id) => id.startsWith('many'));
    expect(own(await all('pending', 20))).toEqual(sent);

    // The work submitted first is decided last, so an order by submission would miss it.
    const decided = sent.toReversed();
    for (const [index, id] of decided.entries())
      await ask(
        index % 2 === 0 ? { command: 'works approve', id, by } : { command: 'works reject', id, by, reason: '' },
      );
    expect(own(await all('decided', 20))).toEqual(sent);
    expect(
      v.parse(commands['works list'].answer, (await ask({ command: 'works list', show: 'decided', limit: 1 })).data)
        .works[0]?.id,
    ).toBe(sent[0]);
    expect(own(await all('approved', 7))).toEqual(sent.filter((_, index) => index % 2 === 0));
    expect(own(await all('pending', 20))).toEqual([]);

    const { data } = await ask({ command: 'works place', id: sent[5] });
    expect(data).toMatchObject({ index: 5, before: sent[4], after: sent[6] });
    expect((await ask({ command: 'works place', id: sent[0] })).data).toMatchObject({ index: 0, before: null });
    expect(await ask({ command: 'works list', after: "1.a' or 1=1" })).toMatchObject({ ok: false });
  });
});

describe('several works at once', () => {
  const decide = (ids: string[], to: string, more: object = {}) =>
    ask({ command: 'works decide', by, ids, to, holdSeconds: 0, ...more });

  it('are decided together, each with an event that can be undone at any time', async () => {
    const ids = [await sentRecipe(author, server.url), await sentRecipe(author, server.url)];
    expect((await decide(ids, 'rejected', { reason: '图片不够清晰', dryRun: true })).events).toHaveLength(2);
    const done = await decide([...ids, ...ids], 'rejected', { reason: '图片不够清晰' });
    expect([done.data, done.events?.length]).toEqual([{ decided: 2 }, 2]);
    for (const id of ids)
      expect(await workOf(author, server.url, id)).toMatchObject({ status: -1, mark: '图片不够清晰' });
    const [event] = done.events ?? [];
    expect(await ask({ command: 'undo', event: event?.id, by })).toMatchObject({ ok: true });
    expect(await workOf(author, server.url, String(event?.about[0]))).toMatchObject({ status: 0, mark: '' });
  });

  it('are all left where one of them is decided or gone, and every reason is told', async () => {
    const [pending, decided] = [await sentRecipe(author, server.url), await sentRecipe(author, server.url)];
    await decide([decided], 'approved');
    const refused = await decide([pending, decided, 'gone'], 'approved');
    expect(refused.error).toMatch(/^Nothing was decided\. /);
    for (const part of [`Work ${decided} is approved already. Decided by ${by}`, 'There is no work gone'])
      expect(refused.error).toContain(part);
    expect(await workOf(author, server.url, pending)).toMatchObject({ status: 0 });
  });

  it('are all left where an author changed one since its revision', async () => {
    const [same, changed] = [await sentRecipe(author, server.url), await sentRecipe(author, server.url)];
    const images = await uploaded(author, server.url, 2);
    await callAs(author, server.url, contestCalls.updateWork, { id: changed, ...recipeOf(author, images) });
    const refused = await decide([`${same}@1`, `${changed}@1`], 'approved');
    expect(refused.error).toMatch(new RegExp(`^Nothing was decided\\. Work ${changed} was changed by its author`));
    expect(await workOf(author, server.url, same)).toMatchObject({ status: 0 });
    expect(await decide([`${same}@1`, `${changed}@2`], 'approved')).toMatchObject({ data: { decided: 2 } });
  });

  it.each([
    ['no work', [], 'approved', {}, /ids: a work/],
    ['too many', Array.from({ length: 51 }, (_, at) => `w${at}`), 'approved', {}, /ids: at most 50 works/],
    ['another state', ['w1'], 'pending', {}, /to: /],
    ['an approval with a reason', ['w1'], 'approved', { reason: '图片很好' }, /only a rejection/],
  ])('%s is refused', async (_, ids, to, more, reason) => expect((await decide(ids, to, more)).error).toMatch(reason));
});
