import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../commands/run.ts';
import { askOperator, codeFile } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { DocumentName } from './documents.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = async (request: object) => {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { by: '王梅', ...request });
  if (answer === undefined) throw new Error('no answer');
  return answer;
};
const current = (name: DocumentName) => server.services.configuration.current(name);
const apply = (name: DocumentName, document: object, options: object = {}) =>
  ask({ command: 'config apply', name, file: { text: JSON.stringify(document) }, ...options });
const fileOf = (name: DocumentName, change: object) => ({ serial: current(name).serial, ...change });

describe('a file without a serial', () => {
  const colleagues = {
    couponPage: 'https://shop.example/coupon',
    windows: { draw: { end: '2023-10-07T23:59:59+08:00' } },
  };
  const own = { windows: { campaign2023: { end: '2023-09-30T23:59:59+08:00' } } };
  beforeEach(() => apply('settings', colleagues, { replace: true }));

  it.each([false, true])('is refused, and the refusal shows what it would take away (dry run: %s)', async (dryRun) => {
    const before = current('settings');
    expect(await apply('settings', own, { dryRun })).toEqual({
      ok: false,
      error: expect.stringMatching(
        /^The file has no serial.*\n.*lost:\n {2}couponPage: "https.*\n {2}windows\.draw: .*\n.*config show settings --file.*--replace/,
      ),
    });
    expect(current('settings')).toEqual(before);
  });

  it('counts with --replace, and against a serial that is expected', async () => {
    expect(await apply('settings', own, { replace: true })).toMatchObject({ ok: true });
    expect(JSON.parse(current('settings').document)).toEqual(own);
    const { serial } = current('settings');
    expect(await apply('settings', colleagues, { expected: serial })).toMatchObject({ ok: true });
  });

  it('is stale with an older serial, though it would replace', async () => {
    const { serial } = current('settings');
    await apply('settings', own, { expected: serial });
    expect(await apply('settings', { serial, ...colleagues }, { replace: true })).toMatchObject({
      ok: false,
      error: expect.stringContaining(`not at ${serial}: nothing was changed`),
    });
  });
});

const weights = (changed: Record<number, object>) => ({
  levels: {
    0: { weight: 900, stock: null },
    1: { weight: 2, stock: 5 },
    2: { weight: 98, stock: 50 },
    ...Object.fromEntries([3, 4, 5, 6].map((level) => [level, { weight: 0, stock: 0 }])),
    ...changed,
  },
});
const asksFor = (text: RegExp) => ({ ok: false, error: expect.stringMatching(text) });

describe('a change of the draw that gives more away than anybody means to', () => {
  beforeEach(async () => {
    expect(await apply('draw', fileOf('draw', weights({})), { confirmed: true })).toMatchObject({ ok: true });
  });
  const typo = { 1: { weight: 20, stock: 5 } };
  const told =
    /^Nothing was changed.*--confirm[\s\S]*level 1 \(.+\): 0\.2% -> 1\.96464% of all draws, more than 5 times/;

  it('by a command needs --confirm', async () => {
    const typed = { command: 'draw set', level: 1, weight: 20 };
    expect(await ask(typed)).toEqual(asksFor(told));
    expect(JSON.parse(current('draw').document)).toEqual(weights({}));
    expect(await ask({ ...typed, confirmed: true })).toMatchObject({ ok: true });
  });

  it('by a file needs it, in a dry run too, and the answer tells the shares', async () => {
    for (const dryRun of [true, false])
      expect(await apply('draw', fileOf('draw', weights(typo)), { dryRun })).toEqual(asksFor(told));
    expect(
      await apply('draw', fileOf('draw', weights({ 1: { weight: 4, stock: 5 } })), { dryRun: true }),
    ).toMatchObject({
      ok: true,
      data: {
        shares: expect.arrayContaining([
          expect.stringMatching(/^level 1 \(.+\): 0\.2% -> 0\.399202%; 5 left, 0 a day/),
        ]),
      },
    });
  });

  it('by going back needs it', async () => {
    await apply('draw', fileOf('draw', weights(typo)), { confirmed: true });
    const { serial } = current('draw');
    await apply('draw', fileOf('draw', weights({})));
    const undo = { command: 'undo', event: current('draw').event };
    expect(serial).toBe(current('draw').serial - 1);
    expect(await ask(undo)).toEqual(asksFor(told));
    expect(await ask({ ...undo, confirmed: true })).toMatchObject({
      ok: true,
      data: { shares: expect.arrayContaining([expect.stringMatching(/^level 1 .*; 5 left, 0 a day/)]) },
    });
  });

  it('counts the codes at hand', async () => {
    const cards = { command: 'draw set', level: 3, weight: 1, stock: 3 };
    const codes = [1, 2].map((at) => ({ code: `C${at}`, pwd: 'p' }));
    await ask({ command: 'draw import-codes', level: 3, file: codeFile(codes) });
    expect(await ask(cards)).toEqual(asksFor(/level 3 \(.+\): 3 more can be won, and 2 codes are at hand/));
    await ask({ command: 'draw import-codes', level: 3, file: codeFile([{ code: 'C3', pwd: 'p' }]) });
    expect(await ask(cards)).toMatchObject({ ok: true });
  });
});

describe('the teams', () => {
  const as = (role: 'operator' | 'admin', command: string, fields: object) =>
    run({ command, fields } as never, { by: '王梅', why: '', way: 'command', role }, {}, server.services);
  const team = { remotes: ['picnic'], origins: [], backend: null, keys: [] };

  it('are changed by admins alone, by whatever command', async () => {
    const { events } = await as('admin', 'settings set', { path: 'teams.teams.picnic', value: JSON.stringify(team) });
    const file = { text: JSON.stringify(fileOf('teams', { teams: {} })) };
    for (const [command, fields] of [
      ['settings set', { path: 'teams.teams.picnic.backend', value: 'https://b.example' }],
      ['config apply', { name: 'teams', file }],
      ['undo', { event: events[0]?.id }],
    ] as const) {
      await expect(as('operator', command, fields)).rejects.toThrow('王梅 may not change teams: it needs admin.');
      await as('admin', command, fields).catch((error: unknown) => expect(String(error)).not.toMatch(/may not/));
    }
  });
});

it('a cap with one digit too many needs --confirm', async () => {
  const typed = { command: 'coupons set', pool: 'coupon', dailyCap: 10_000 };
  expect(await ask(typed)).toEqual(asksFor(/--confirm[\s\S]*coupon: 1000 -> 10000 a day, more than 5 times/));
  expect(await ask({ ...typed, confirmed: true })).toMatchObject({ ok: true });
});

it('a window that ends before it starts needs --confirm', async () => {
  const window = { start: '2023-08-01T00:00:00+08:00', end: '2022-08-31T23:59:59+08:00' };
  const settings = { windows: { draw: window } };
  expect(await apply('settings', fileOf('settings', settings))).toEqual(
    asksFor(/--confirm[\s\S]*windows\.draw: it ends before it starts/),
  );
  expect(await apply('settings', fileOf('settings', settings), { confirmed: true })).toMatchObject({ ok: true });
  // It is so already: another change of the document doesn't ask again.
  const next = { ...settings, couponPage: 'https://shop.example/coupon' };
  expect(await apply('settings', fileOf('settings', next))).toMatchObject({ ok: true });
});

describe('a field of any document by its path', () => {
  const set = (path: string, value: string, options: object = {}) =>
    ask({ command: 'settings set', path, value, ...options });

  it('tells what it was, what it is and what it does', async () => {
    expect((await set('windows.draw.end', '2033-10-07T23:59:59+08:00'))?.data).toMatchObject({
      does: 'when what has this window closes, to the second; null: never',
      set: '"2033-10-07T23:59:59+08:00"',
    });
    expect((await set('windows.draw.end', 'null'))?.data).toMatchObject({
      was: '"2033-10-07T23:59:59+08:00"',
      set: 'null',
    });
    const stock = await set('draw.levels.2.stock', '60');
    expect(stock?.data).toMatchObject({
      name: 'draw',
      was: '50',
      set: '60',
      does: 'what may be won in all; null: no end',
    });
  });

  it('tells the default where nothing was set', async () =>
    expect((await set('releases.rollBack', 'false', { dryRun: true }))?.data).toMatchObject({ was: 'true' }));

  it('may have a name with a dot, and is undone', async () => {
    const done = await set('grants.pools.allowance.1.cap', '999');
    expect(done?.data).toMatchObject({ was: expect.stringMatching(/^\d+$/), set: '999' });
    expect(await ask({ command: 'undo', event: done?.events?.[0]?.id })).toMatchObject({ ok: true });
    expect(current('grants').document).not.toContain('999');
  });

  it.each([
    ['a setting that is not there', 'wnidows.draw.end', 'null', /wnidows: .*did you mean windows\?/],
    ['one that is not there, to leave it out', 'windows.drwa', 'none', /windows.drwa: .*did you mean draw\?/],
    ['a remote that is not there', 'registry.remotes.drwa.enabled', 'false', /no registry.remotes.drwa. There: none/],
    [
      'a document with a typing error in a group',
      'grants.polls.coupon.cap',
      '9',
      /no grants.polls. Did you mean pools\?/,
    ],
    [
      'a release that is not there',
      'registry.remotes.wheel',
      '{"enabled":true}',
      /not get it: wheel: it has no release/,
    ],
    [
      'a path that ends with a dot',
      'draw.',
      '3',
      /^path: names with one dot between them, such as draw.levels.1.weight$/,
    ],
    ['a path with two dots', 'windows..draw', '3', /^path: names with one dot/],
    ['a field of another document', 'draw.levels.1.wieght', '3', /levels.1.wieght: unknown field/],
    ['a level that is not there', 'draw.levels.9.weight', '3', /levels.9/],
    ['a number that is too large', 'draw.levels.1.stock', '1e12', /levels.1.stock/],
    ['a number beyond all', 'draw.levels.1.stock', '1e999', /levels.1.stock/],
    [
      'a date without a zone',
      'windows.draw.end',
      '2023-10-07T23:59:59',
      /windows.draw.end: an ISO time with its offset/,
    ],
    ['a secret', 'signing.key', 'none', /signing.key: keys come from the environment/],
    ['a group with a secret', 'signing', 'none', /signing.key: keys come from the environment/],
    ['names of prototypes', 'registry.remotes.__proto__.enabled', 'true', /There is no registry.remotes.__proto__/],
    ['a remote with the name of a prototype', 'registry.remotes.__proto__', '{"enabled":true}', /other names than/],
  ])('is refused for %s', async (_, path, value, reason) => {
    const before = ['settings', 'draw', 'registry'].map((name) => current(name as DocumentName).serial);
    const answer = await set(path, value);
    expect([answer.ok, answer.error]).toEqual([false, expect.stringMatching(reason)]);
    expect(answer.error).not.toContain('signing key of the tests');
    expect(['settings', 'draw', 'registry'].map((name) => current(name as DocumentName).serial)).toEqual(before);
  });
});
