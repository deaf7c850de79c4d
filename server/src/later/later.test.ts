import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../commands/actor.ts';
import { run } from '../commands/run.ts';
import { HOUR_MS, isoInShanghai } from '../program/clock.ts';
import { addHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { carryOutLater } from './carry-out-later.ts';
import { laterChanges } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = async (request: object) => {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { by: '王梅', ...request });
  return { ...answer, data: Object(answer?.data) };
};
const inHours = (hours: number) => isoInShanghai(new Date(server.clock.business() + hours * HOUR_MS));
const setting = (value: string) => ({ command: 'settings set', fields: { path: 'couponPage', value } });
const couponPage = () => server.services.settings.current().couponPage;
const add = (asked: { command: string; fields?: object }, more: object = {}) => {
  const { command: other, fields = {} } = asked;
  const file = { command: 'later add', at: inHours(2), why: 'Friday', ...more };
  return askRaw(file, { command: other, fields });
};
/** The field `command` of `later add` beside the command itself. */
async function askRaw({ command: name, at, why, ...options }: Record<string, unknown>, other: object) {
  return askAs('operator', { command: String(name), fields: { at: String(at), ...other } }, options, String(why));
}
async function askAs(role: Role, asked: { command: string; fields: object }, options = {}, why = '') {
  const actor = { by: '王梅', why, way: 'command', role } as const;
  return run(asked as never, actor, options, server.services).then(
    ({ answer, events }) => ({ error: '', data: Object(answer), events }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : 'a fault', data: {}, events: [] }),
  );
}
const stateOf = async (id: number) =>
  (await server.queries.select().from(laterChanges).where(eq(laterChanges.id, id)))[0];
const cancelAs = (role: Role, id: number, options = {}) =>
  askAs(role, { command: 'later cancel', fields: { id } }, options);
/** Time passes for this change alone. */
const comes = async (...ids: number[]) => {
  for (const [at, id] of ids.entries())
    await server.queries
      .update(laterChanges)
      .set({ dueAt: new Date(server.clock.business() - 1_000 + at) })
      .where(eq(laterChanges.id, id));
};

describe('a command for later', () => {
  it('is told, listed, and carried out once, by whoever gave it', async () => {
    const added = await add(setting('https://later.example/'));
    expect(added.data).toMatchObject({ command: 'settings set', would: [expect.stringContaining('later.example')] });
    const { id } = added.data;
    await carryOutLater(server.services);
    expect([couponPage().includes('later'), (await stateOf(id))?.state]).toEqual([false, 'pending']);
    await comes(id);
    await Promise.all([carryOutLater(server.services), carryOutLater(server.services)]);
    expect([couponPage(), (await stateOf(id))?.state]).toEqual(['https://later.example/', 'done']);
    const { data } = await ask({ command: 'history', about: 'settings', limit: 1 });
    expect(data.events).toMatchObject([
      { by: '王梅', way: 'program', why: 'Friday', about: ['settings', `later ${id}`], command: 'settings set' },
    ]);
    expect((await stateOf(id))?.outcome).toBe(`event ${data.events[0].id}`);
    await ask({ command: 'settings set', path: 'couponPage', value: 'https://other.example/' });
    await carryOutLater(server.services);
    expect(couponPage()).toBe('https://other.example/');
  });

  it('changes nothing by a dry run', async () => {
    const before = await server.queries.$count(laterChanges);
    expect((await add(setting('https://dry.example/'), { dryRun: true })).data).toMatchObject({
      would: [expect.any(String)],
    });
    expect(await server.queries.$count(laterChanges)).toBe(before);
  });

  it('is cancelled, and brought back by undo', async () => {
    const { data, events } = await add(setting('https://cancelled.example/'));
    const cancelled = await ask({ command: 'later cancel', id: data.id });
    expect((await stateOf(data.id))?.state).toBe('cancelled');
    expect((await ask({ command: 'later cancel', id: data.id })).error).toBe(`later ${data.id} is cancelled.`);
    expect(await ask({ command: 'undo', event: cancelled.events?.[0]?.id })).toMatchObject({ ok: true });
    expect((await stateOf(data.id))?.state).toBe('pending');
    expect(await ask({ command: 'undo', event: events[0]?.id })).toMatchObject({ ok: true });
    await comes(data.id);
    await carryOutLater(server.services);
    expect([(await stateOf(data.id))?.state, couponPage()]).toEqual([
      'cancelled',
      expect.not.stringContaining('cancelled'),
    ]);
  });

  it('that is refused then stays in the list and in the status, until it is cancelled', async () => {
    const { serial } = server.services.configuration.current('settings');
    const { data } = await add(setting('https://stale.example/'), { expected: serial });
    await ask({ command: 'settings set', path: 'couponPage', value: 'https://faster.example/' });
    await comes(data.id);
    await carryOutLater(server.services);
    expect(await stateOf(data.id)).toMatchObject({ state: 'refused', outcome: expect.stringContaining('not at') });
    expect(couponPage()).toBe('https://faster.example/');
    const problems = async () => String((await ask({ command: 'status' })).data.problems);
    expect(await problems()).toContain(`later ${data.id}: settings set was refused: settings is at serial`);
    const { data: told } = await ask({ command: 'history', about: `later ${data.id}`, limit: 1 });
    expect(told.events).toMatchObject([{ by: '王梅', changes: [{ before: 'pending', after: 'refused' }] }]);
    await ask({ command: 'later cancel', id: data.id });
    expect(await problems()).not.toContain(`later ${data.id}`);
  });

  it('that a process left unfinished is given up, not tried again', async () => {
    const { data } = await add(setting('https://lost.example/'));
    const takenAt = new Date(server.clock.real() - HOUR_MS);
    await server.queries.update(laterChanges).set({ state: 'underWay', takenAt }).where(eq(laterChanges.id, data.id));
    await carryOutLater(server.services);
    expect(await stateOf(data.id)).toMatchObject({
      state: 'refused',
      outcome: expect.stringContaining('process ended'),
    });
    expect(couponPage()).not.toContain('lost');
  });

  it('waits while another process carries one out', async () => {
    const first = (await add(setting('https://under-way.example/'))).data.id;
    const second = (await add(setting('https://waits.example/'))).data.id;
    await server.queries
      .update(laterChanges)
      .set({ state: 'underWay', takenAt: new Date(server.clock.real()) })
      .where(eq(laterChanges.id, first));
    await comes(second);
    await carryOutLater(server.services);
    expect((await stateOf(second))?.state).toBe('pending');
    const takenAt = new Date(server.clock.real() - HOUR_MS);
    await server.queries.update(laterChanges).set({ takenAt }).where(eq(laterChanges.id, first));
    await carryOutLater(server.services);
    expect([(await stateOf(first))?.state, (await stateOf(second))?.state]).toEqual(['refused', 'done']);
  });

  it('is about a person as they are when it is given, and shows no phone', async () => {
    const { userId, phone } = await addHousehold(server.queries);
    const { data } = await add({ command: 'users block', fields: { who: ` ${phone} ` } });
    expect((await stateOf(data.id))?.fields).toEqual({ who: userId });
    await ask({ command: 'later cancel', id: data.id });
  });

  it('is taken back only by those who may give it, and brought back only by those with the rights it has', async () => {
    const asAdmin = (
      await askAs('admin', { command: 'later add', fields: { at: inHours(2), ...setting('https://admin.example/') } })
    ).data.id;
    expect((await cancelAs('shipper', asAdmin)).error).toBe('王梅 may not settings set: it needs operator.');
    const { events } = await cancelAs('operator', asAdmin);
    const undo = { command: 'undo', fields: { event: events[0]?.id } };
    expect((await askAs('operator', undo)).error).toBe('王梅 may not settings set: it needs admin.');
    expect((await stateOf(asAdmin))?.state).toBe('cancelled');
    expect((await askAs('admin', undo)).error).toBe('');
    await cancelAs('admin', asAdmin);
  });

  it('is not cancelled where something happened to it since', async () => {
    const { data, events } = await add(setting('https://since.example/'));
    const cancelled = await ask({ command: 'later cancel', id: data.id });
    await ask({ command: 'undo', event: cancelled.events?.[0]?.id });
    const { error } = await cancelAs('operator', data.id, { expected: events[0]?.id });
    expect(error).toMatch(/^later \d+ was changed since event/);
    await cancelAs('operator', data.id);
  });

  it('may be one that would be refused now, if that is meant', async () => {
    const on = { command: 'on', fields: { name: 'nobody' } };
    expect((await add(on)).error).toMatch(/nobody isn't in the registry.*\nIt would be refused now\. With --confirm/s);
    expect((await add(on, { confirmed: true })).data.would).toEqual([
      expect.stringMatching(/^Now it would be refused: /),
    ]);
  });

  it.each([
    [
      'for a moment that is past',
      setting('https://a.example/'),
      { at: '2023-08-01T09:00:00+08:00' },
      /is past: it is 2023/,
    ],
    [
      'for a time without a zone',
      setting('https://a.example/'),
      { at: '2033-08-01T09:00:00' },
      /at: a time with its zone/,
    ],
    ['that is unknown', { command: 'off draw' }, {}, /There is no command off draw/],
    ['that changes nothing', { command: 'status' }, {}, /status can't be kept for later: it changes nothing/],
    ['with a file', { command: 'config apply' }, {}, /config apply can't be kept for later: it takes a file/],
    [
      'for later again',
      { command: 'later cancel', fields: { id: 1 } },
      {},
      /kept for later: it changes the list itself/,
    ],
    [
      'beyond the years',
      setting('https://a.example/'),
      { at: '9999-12-31T23:59:59-12:00' },
      /at: a time before the year 2100/,
    ],
    [
      'without its reason',
      { command: 'users block', fields: { who: 'U1' } },
      { why: '', confirmed: true },
      /why: a reason/,
    ],
    ['against nobody', { command: 'users block', fields: { who: 'U0' } }, { confirmed: true }, /no user with the id/],
    ['with a wrong field', { command: 'draw set', fields: { level: 9 } }, { confirmed: true }, /level: a level/],
    ['without its fields', { command: 'off' }, { confirmed: true }, /name: /],
  ])('%s is refused', async (_, asked, more, reason) => {
    const before = await server.queries.$count(laterChanges);
    expect((await add(asked, more)).error).toMatch(reason);
    expect(await server.queries.$count(laterChanges)).toBe(before);
  });
});
