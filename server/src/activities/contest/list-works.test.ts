import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commands } from '../../commands/all.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { askOperator } from '../../testing/operator.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { listWorks } from './list-works.ts';
import { works } from './tables.ts';

let server: TestServer;
let author: TestHousehold;
let other: TestHousehold;
beforeAll(async () => {
  server = await startTestServer();
  author = await addHousehold(server.queries);
  other = await addHousehold(server.queries);
  const empty = {
    phone: '',
    devicePhone: '',
    fridgeId: '',
    spec: '',
    headImgUrl: '',
    cookTime: '',
    materials: '',
    tips: '',
  };
  const work = (id: string, submitted: string, change: Partial<typeof works.$inferInsert> = {}) => {
    const at = new Date(submitted);
    const { userId } = author;
    return {
      ...empty,
      id,
      userId,
      kind: 'recipe' as const,
      cookName: '',
      desc: '',
      nickName: '小林',
      addedAt: at,
      submittedAt: at,
      ...change,
    };
  };
  await server.queries.insert(works).values([
    work('a1', '2023-08-01T23:59:59+08:00', { cookName: '番茄牛腩煲' }),
    work('a2', '2023-08-02T00:00:00+08:00', {
      cookName: '100%_Beef',
      phone: '13912345678',
      status: 1,
      lastDecision: 3,
    }),
    work('a3', '2023-08-02T23:59:59.999+08:00', {
      kind: 'photoShare',
      desc: '番茄',
      userId: other.userId,
      status: -1,
      lastDecision: 2,
    }),
    work('a4', '2023-08-03T00:00:00+08:00', {
      cookName: '番茄炒蛋',
      nickName: 'A.Lin',
      steps: [{ picture: null, stepDesc: '小火炖两小时' }],
      userId: other.userId,
      status: 1,
      lastDecision: 1,
    }),
  ]);
});
afterAll(() => server.close());

const ask = async (filter: Record<string, unknown>) => {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command: 'works list', ...filter });
  return answer;
};
const listed = async (filter: Record<string, unknown>) =>
  v.parse(commands['works list'].answer, (await ask({ show: 'all', ...filter }))?.data).works.map(({ id }) => id);

it.each<[string, Record<string, unknown>, string[]]>([
  ['all, the latest first', {}, ['a4', 'a3', 'a2', 'a1']],
  ['a part of the title or of a text', { search: '番茄' }, ['a4', 'a3', 'a1']],
  ['a part of a step', { search: '两小时' }, ['a4']],
  ['no name of a field', { search: 'stepDesc' }, []],
  ['a phone however written', { search: '+86 139-1234-5678' }, ['a2']],
  ['no part of a phone', { search: '1391234' }, []],
  ['in either case', { search: 'BEEF' }, ['a2']],
  ['signs of a pattern as they are', { search: '%_b' }, ['a2']],
  ['signs of a pattern that no title has', { search: '%番' }, []],
  ["a part of the author's name", { search: 'lin' }, ['a4']],
  ['spaces around a word', { search: ' A.Lin ' }, ['a4']],
  ['a whole work id', { search: 'a3' }, ['a3']],
  ['a part of a work id', { search: 'a' }, ['a4']],
  ['a quote', { search: `'; drop table works; --` }, []],
  ['a kind', { kind: 'photoShare' }, ['a3']],
  ['a day', { since: '2023-08-02', until: '2023-08-02' }, ['a3', 'a2']],
  ['from a day on', { since: '2023-08-03' }, ['a4']],
  ['until a day', { until: '2023-08-01' }, ['a1']],
  ['a day of those decided, the latest decision first', { show: 'decided', until: '2023-08-02' }, ['a2', 'a3']],
  ['a search among those approved', { show: 'approved', search: '番茄' }, ['a4']],
  ['a search in the queue', { show: 'pending', search: '番茄' }, ['a1']],
  [
    'everything at once',
    { show: 'approved', search: '番茄', kind: 'recipe', since: '2023-08-03', until: '2023-08-03' },
    ['a4'],
  ],
])('finds by %s', async (_, filter, ids) => expect(await listed(filter)).toEqual(ids));

it('finds by user, and by a whole user id', async () => {
  for (const filter of [{ user: other.userId }, { search: other.userId }])
    expect(await listed(filter)).toEqual(['a4', 'a3']);
});

it.each([
  [{ since: '2023-08-03', until: '2023-08-01' }, /No day is from 2023-08-03 on and until 2023-08-01/],
  [{ since: '2023-02-30' }, /since: a day/],
  [{ search: '  ' }, /search: a word/],
  [{ search: '长'.repeat(51) }, /search: at most 50/],
  [{ kind: 'film' }, /kind/],
])('gives a reason for %j', async (filter, reason) =>
  expect(await ask(filter)).toMatchObject({ ok: false, error: expect.stringMatching(reason) }),
);

it('looks through so many works at once, and goes on after those', async () => {
  const found: string[][] = [];
  for (let after: string | undefined; ;) {
    const filter = { show: 'all', search: '番茄', limit: 10, ...(after !== undefined && { after }) } as const;
    const { works: part, next } = await listWorks(server.queries, filter, 2);
    found.push(part.map(({ id }) => id));
    if (next === null) break;
    after = next;
  }
  expect(found).toEqual([['a4', 'a3'], ['a1'], []]);
});
