import { randomUUID } from 'node:crypto';
import { VIEWS_KEPT_DAYS } from '@fridge/shared-contracts/team';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '../../program/clock.ts';
import { bucketOf } from '../visitor.ts';
import { decideDraw, measured, newTag, opened, registerDraw, threw } from '../../testing/draw-releases.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { COUNTED_PER_PAGE } from '../tracking.ts';
import { createPageId, PAGE_ID_LIFE_MS } from '../page-id.ts';
import { trackedEvents } from '../tables.ts';
import { readOutcomes } from './read-health.ts';
import { attributeView, pruneReleaseViews } from './release-views.ts';
import { releaseViews } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await registerDraw(server, { versions: ['1.4.0', '1.5.0'], stable: '1.4.0' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.queries.delete(releaseViews);
  await server.queries.delete(trackedEvents);
});

const pageOf = (visitor: string | null, at = Date.now()) => createPageId(server.services.pageIdKey, at, visitor);

const send = async (...events: readonly object[]): Promise<unknown> =>
  (await fetch(`${server.url}/track`, { method: 'POST', body: JSON.stringify({ events }) })).json();
const views = () => server.queries.select().from(releaseViews).orderBy(asc(releaseViews.firstAt));
const outcomes = async (since = new Date(0)) => {
  const found = await readOutcomes(server.queries, { remote: 'draw', versions: ['1.4.0', '1.5.0'], since });
  return Object.fromEntries(found.map(({ version, ...outcome }) => [version, outcome]));
};
const none = { visitors: 0, failed: 0, opens: 0 };

it('keeps one row of each page view and release: the first failure, the first measurement, whatever is repeated', async () => {
  const visitor = newTag();
  const page = pageOf(visitor);
  const sent = [opened(page), threw(page), measured(page, { load: 900, lcp: 1_200, inp: 80, cls: 0.012 })];
  await send(...sent);
  await Promise.all([send(...sent.toReversed()), send(...sent)]);
  await send(threw(page, { phase: 'callback' }), measured(page, { load: 1, lcp: 1, inp: 1, cls: 1 }));
  const row = { remote: 'draw', opened: true, visitor, failedPhase: 'render', failedReason: 'threw' };
  const vitals = { load: 900, lcp: 1_200, inp: 80, cls: 0.012 };
  expect(await views()).toMatchObject([
    { ...row, ...vitals, version: '1.5.0', network: expect.stringMatching(/^[\da-f]{4}$/) },
  ]);
  await send(opened(page, { version: '1.4.0' }), opened(pageOf(null)));
  expect(await views()).toHaveLength(3);
});

it('keeps what the engine measures and nothing else of the vitals, in the events too', async () => {
  await send(measured(pageOf(newTag()), { cls: 0 }));
  expect(await views()).toMatchObject([{ opened: false, load: null, lcp: null, inp: null, cls: 0 }]);
  expect(await server.queries.select().from(trackedEvents)).toMatchObject([{ event: 'vitals', vitals: { cls: 0 } }]);
});

it.each([
  ['a time that no page takes', { load: 60_001 }],
  ['half a millisecond', { lcp: 0.5 }],
  ['a time before it began', { inp: -1 }],
  ['a shift that no page has', { cls: 1e300 }],
  ['a shift below none', { cls: -0.1 }],
  ['a measurement of its own', { fid: 3 }],
  ['a text', { lcp: '900' }],
])('refuses vitals with %s', async (_, over) => {
  expect(await send(measured(pageOf(newTag()), over))).toMatchObject({ data: { refused: 1 } });
  expect(await views()).toEqual([]);
});

it.each([
  ['no page id', () => undefined],
  ['a forged one', () => createPageId('a key of somebody else', Date.now(), newTag())],
  ['one of the day before', () => pageOf(newTag(), Date.now() - PAGE_ID_LIFE_MS - 5_000)],
])('keeps nothing of events with %s', async (_, pageId) => {
  expect(await send(opened(pageId()), threw(pageId()))).toMatchObject({ data: { refused: 0 } });
  expect(await views()).toEqual([]);
});

it('keeps nothing of releases that are not registered, however many a page names', async () => {
  const page = pageOf(newTag());
  const invented = Array.from({ length: 50 }, (_, number) => opened(page, { version: `9.0.${number}` }));
  await send(...invented);
  await send(opened(page, { remote: 'invented' }), threw(page, { remote: 'host', version: 'unknown', phase: 'shell' }));
  expect(await views()).toEqual([]);
  await registerDraw(server, { versions: ['9.0.7'] });
  await send(opened(page, { version: '9.0.7' }));
  expect(await views()).toHaveLength(1);
});

it('judges by visitors: ten pages of one, and pages of nobody, tell no more than one page', async () => {
  const [broken, content] = [newTag(), newTag()];
  await send(...Array.from({ length: 10 }, () => threw(pageOf(broken))));
  await send(opened(pageOf(broken)), opened(pageOf(content)), opened(pageOf(content), { version: '1.4.0' }));
  await send(opened(pageOf(null)), threw(pageOf(null)), measured(pageOf(newTag()), { load: 5 }));
  expect(await outcomes()).toEqual({
    '1.4.0': { visitors: 1, failed: 0, opens: 1 },
    '1.5.0': { visitors: 2, failed: 1, opens: 2 },
  });
  expect(await outcomes(new Date(Date.now() + DAY_MS))).toEqual({ '1.4.0': none, '1.5.0': none });
});

it('takes no view of a canary from visitors outside of it, and none of stable from those in it', async () => {
  const canary = { release: '1.5.0', percent: 50 };
  await decideDraw(server, { canary });
  const tags = Array.from({ length: 200 }, newTag);
  const inside = tags.find((tag) => bucketOf(tag, 'draw') < 50) ?? '';
  const outside = tags.find((tag) => bucketOf(tag, 'draw') >= 50) ?? '';
  for (const visitor of [inside, outside, null]) {
    const page = pageOf(visitor);
    await send(threw(page), opened(page, { version: '1.4.0' }));
  }
  expect(await outcomes()).toEqual({
    '1.4.0': { visitors: 1, failed: 0, opens: 1 },
    '1.5.0': { visitors: 1, failed: 1, opens: 0 },
  });
  expect(await views()).toHaveLength(5); // stable's: of all three; the canary's: also of a first page
  await decideDraw(server);
});

it('takes no more than its share of events from one page', async () => {
  const page = pageOf(newTag());
  const flood = Array.from({ length: 50 }, () => threw(page));
  for (let sent = 0; sent < COUNTED_PER_PAGE; sent += flood.length)
    await send(...flood.map((each) => ({ ...each, id: randomUUID() })));
  await send(threw(page, { version: '1.4.0' }));
  expect(await views()).toMatchObject([{ version: '1.5.0' }]);
});

it('has no more rows of one page than events that count, however many registered releases it names', async () => {
  const versions = Array.from({ length: COUNTED_PER_PAGE + 30 }, (_, number) => `8.0.${number}`);
  await registerDraw(server, { versions });
  const page = pageOf(newTag());
  for (let at = 0; at < versions.length; at += 50)
    await send(...versions.slice(at, at + 50).map((version) => opened(page, { version })));
  expect(await views()).toHaveLength(COUNTED_PER_PAGE);
});

it('is pruned after its days, and of its oldest beyond a number', async () => {
  await send(opened(pageOf(newTag())));
  await send(opened(pageOf(newTag())));
  await send(opened(pageOf(newTag())));
  const [oldest] = await views();
  await pruneReleaseViews(server.queries, Date.now() + (VIEWS_KEPT_DAYS - 1) * DAY_MS, { kept: 2 });
  expect(await views()).toHaveLength(2);
  expect(await server.queries.$count(releaseViews, eq(releaseViews.page, oldest?.page ?? ''))).toBe(0);
  await pruneReleaseViews(server.queries, Date.now() + (VIEWS_KEPT_DAYS + 1) * DAY_MS);
  expect(await views()).toEqual([]);
});

it('prunes all that one remote or one network has too many of, not what others have few of', async () => {
  const row = { version: '1.0.0', opened: true };
  const at = (number: number) => new Date(Date.now() - 10 * DAY_MS + number);
  const many = (of: object, count: number) =>
    Array.from({ length: count }, (_, number) => ({
      ...row,
      remote: 'draw',
      ...of,
      page: randomUUID(),
      firstAt: at(1_000 + number),
    }));
  await server.queries
    .insert(releaseViews)
    .values([
      { ...row, remote: 'picnic', network: '0001', page: 'quiet', firstAt: at(0) },
      { ...row, remote: 'draw', network: '0001', page: 'honest', firstAt: at(1) },
      ...many({ network: 'ffff' }, 30),
      ...many({ remote: 'contest', network: '0001' }, 30),
    ]);
  await pruneReleaseViews(server.queries, Date.now(), { kept: 20, atOnce: 15 });
  const left = await views();
  expect(left.map(({ page }) => page).slice(0, 2)).toEqual(['quiet', 'honest']);
  expect(left).toHaveLength(19);
  await server.queries.delete(releaseViews);
});

const alone = { stable: '1.4.0', given: '1.4.0', canary: null };
const outside = { stable: '1.4.0', given: '1.4.0', canary: '1.5.0' };
const inside = { ...outside, given: '1.5.0' };

it.each([
  ['stable, without a canary', '1.4.0', 'tag', alone, 'tag'],
  ['stable, without a cookie', '1.4.0', null, alone, null],
  ['an earlier release', '1.3.0', 'tag', inside, 'tag'],
  ['stable', '1.4.0', 'tag', outside, 'tag'],
  ['stable, by a visitor of the canary', '1.4.0', 'tag', inside, null],
  ['the canary', '1.5.0', 'tag', inside, 'tag'],
  ['the canary, by a visitor outside of it', '1.5.0', 'tag', outside, undefined],
  ['the canary, on the first page, which took it up once it had a cookie', '1.5.0', null, outside, null],
  ['a canary that is stable by now', '1.5.0', 'tag', { ...inside, stable: '1.5.0' }, 'tag'],
  ['a canary of a remote without a stable release', '1.5.0', 'tag', { ...inside, stable: null }, 'tag'],
  ['a release of a remote that is gone', '1.4.0', 'tag', { stable: null, given: null, canary: null }, 'tag'],
] as const)('%s', (_, version, visitor, decided, attributed) =>
  expect(attributeView({ version, visitor }, decided)).toBe(attributed),
);
