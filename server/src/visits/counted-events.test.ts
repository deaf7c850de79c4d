import { randomUUID } from 'node:crypto';
import { contractText } from '@fridge/shared-contracts';
import { fixedParameters } from '@fridge/shared-contracts/page';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertPromotion, insertRelease } from '../releases/registry/releases.ts';
import { startTestServer, type TestServer, testKeys } from '../testing/test-server.ts';
import { COUNTED_PER_PAGE, NEWEST_KNOWN } from './tracking.ts';
import { createPageId, PAGE_ID_LIFE_MS } from './page-id.ts';
import { trackedEvents } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await register(server, [{ name: 'draw', version: '1.2.3' }]);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.queries.delete(trackedEvents);
  server.services.metrics.registry.resetMetrics();
});

const by = { by: 'tester', why: '', way: 'command' } as const;
/** One after another. */
const register = ({ queries, clock }: TestServer, releases: readonly { name: string; version: string }[]) =>
  queries.transaction(async (transaction) => {
    for (const release of releases)
      await insertRelease(transaction, { release, baseUrl: 'https://draw.example/' }, by, clock);
  });

const phases = { entry: 120, screen: 30, styles: 80, render: 4 };
const open = (over: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  event: 'open',
  at: Date.now(),
  ...fixedParameters,
  page: '/draw',
  remote: 'draw',
  version: '1.2.3',
  phases,
  ...over,
});
const send = async (events: readonly unknown[]): Promise<unknown> => {
  const response = await fetch(`${server.url}/track`, { method: 'POST', body: JSON.stringify({ events }) });
  return response.json();
};
const stored = () => server.queries.select().from(trackedEvents).orderBy(asc(trackedEvents.position));
const metric = async (series: string) =>
  (await server.services.metrics.registry.metrics()).split('\n').find((line) => line.startsWith(series));
const pageIdAt = (now: number, key = server.services.pageIdKey) => createPageId(key, now, null);

it('stores an open with its phases, counted for its page view', async () => {
  const pageId = pageIdAt(Date.now());
  const sent = open({ pageId });
  expect(await send([sent, sent])).toMatchObject({ code: 0, data: { refused: 0 } });
  await send([sent]);
  expect(await stored()).toMatchObject([
    { event: 'open', remote: 'draw', version: '1.2.3', phases, pageId: expect.stringMatching(/^[\w-]{16}$/) },
  ]);
  expect(await metric('fridge_opens_total')).toBe('fridge_opens_total{remote="draw",release="1.2.3"} 1');
});

it.each([
  ['no page id', () => undefined],
  ['a forged one', () => pageIdAt(Date.now(), 'a key of somebody else')],
  ['one made by the signing key, which every page has', () => pageIdAt(Date.now(), testKeys.SIGNING_KEY)],
  ['one of the day before', () => pageIdAt(Date.now() - PAGE_ID_LIFE_MS - 5_000)],
])('keeps an open with %s, uncounted', async (_, pageId) => {
  await send([open({ pageId: pageId() })]);
  expect(await stored()).toMatchObject([{ event: 'open', phases, pageId: null }]);
  expect(await metric('fridge_opens_total')).toBeUndefined();
  expect(await metric('fridge_events_uncounted_total')).toBe('fridge_events_uncounted_total 1');
});

it.each([
  ['a page id of another form', { pageId: 'x' }],
  ['no phases', { phases: undefined }],
  ['a phase missing', { phases: { ...phases, render: undefined } }],
  ['a phase of its own', { phases: { ...phases, phone: 13_800_138_000 } }],
  ['half a millisecond', { phases: { ...phases, entry: 0.5 } }],
  ['a time before it began', { phases: { ...phases, entry: -1 } }],
  ['a time beyond all limits', { phases: { ...phases, entry: 60_001 } }],
])('refuses %s', async (_, over) => {
  expect(await send([open(over)])).toMatchObject({ data: { refused: 1 } });
  expect(await stored()).toEqual([]);
});

it('counts at most so many of one page view, and keeps the rest', async () => {
  const pageId = pageIdAt(Date.now());
  for (let sent = 0; sent < COUNTED_PER_PAGE + 50; sent += 50)
    await send(Array.from({ length: 50 }, () => open({ pageId })));
  const rows = await stored();
  expect(rows.length).toBe(COUNTED_PER_PAGE + 50);
  expect(rows.filter((row) => row.pageId !== null)).toHaveLength(COUNTED_PER_PAGE);
  await send([open({ pageId: pageIdAt(Date.now()) })]);
  expect((await stored()).at(-1)?.pageId).not.toBeNull();
});

it('shows what is not registered as other, so that labels are bounded', async () => {
  const pageId = pageIdAt(Date.now());
  await send([
    open({ pageId, version: '99.0.0' }),
    open({ pageId, remote: 'invented', version: '1.2.3' }),
    open({ pageId, event: 'failure', phases: undefined, phase: 'entry', reason: 'timeout', version: '99.0.0' }),
  ]);
  expect(await metric('fridge_opens_total{remote="draw"')).toBe('fridge_opens_total{remote="draw",release="other"} 1');
  expect(await metric('fridge_opens_total{remote="other"')).toBe(
    'fridge_opens_total{remote="other",release="other"} 1',
  );
  expect(await metric('fridge_failures_total')).toBe(
    'fridge_failures_total{remote="draw",release="other",phase="entry",reason="timeout"} 1',
  );
});

it('knows the release of a quiet remote that is in force or newest, however many others a neighbour publishes', async () => {
  const own = await startTestServer();
  const row = (name: string, version: string) => {
    return {
      name,
      version,
      title: name,
      description: '',
      contract: contractText,
      entry: 'entry.js',
      routes: [`/${name}`],
    };
  };
  const numbered = (count: number, name: string) =>
    Array.from({ length: count }, (_, patch) => row(name, `2.0.${patch}`));
  const [unused, stable] = [row('quiet', '0.1.0'), row('quiet', '1.0.0')];
  await register(own, [unused, stable, ...numbered(NEWEST_KNOWN, 'quiet'), ...numbered(3 * NEWEST_KNOWN, 'busy')]);
  await insertPromotion(own.queries, stable, by, own.clock);
  const document = JSON.stringify({ version: 2, remotes: { quiet: { enabled: true, release: 'latest' } } });
  await own.services.configuration.change('registry', by, () => document);
  await own.services.registry.refresh();
  const pageId = createPageId(own.services.pageIdKey, Date.now(), null);
  const failure = (of: string) =>
    open({
      pageId,
      remote: 'quiet',
      version: of,
      event: 'failure',
      phases: undefined,
      phase: 'entry',
      reason: 'timeout',
    });
  const body = JSON.stringify({ events: ['1.0.0', '2.0.3', '0.1.0'].map(failure) });
  await fetch(`${own.url}/track`, { method: 'POST', body });
  const metrics = await own.services.metrics.registry.metrics();
  const counted = metrics.split('\n').filter((line) => line.startsWith('fridge_failures_total{'));
  await own.close();
  expect(counted.map((line) => /release="([^"]+)/.exec(line)?.[1])).toEqual(['1.0.0', '2.0.3', 'other']);
  expect(counted.join()).not.toContain('remote="other"');
});

it('measures how fast registered releases were, of pages that count', async () => {
  const vitals = (over: object) => open({ event: 'vitals', phases: undefined, ...over });
  const pageId = pageIdAt(Date.now());
  await send([
    vitals({ pageId, load: 900, lcp: 1_800, inp: 40, cls: 0.2 }),
    vitals({ pageId, load: 60_000, version: '99.0.0' }),
    vitals({ load: 900 }),
  ]);
  const labels = 'remote="draw",release="1.2.3"';
  expect(await metric(`fridge_load_seconds_count{${labels}}`)).toBe(`fridge_load_seconds_count{${labels}} 1`);
  expect(await metric(`fridge_load_seconds_sum{${labels}}`)).toBe(`fridge_load_seconds_sum{${labels}} 0.9`);
  expect(await metric(`fridge_largest_paint_seconds_sum{${labels}}`)).toMatch(/ 1\.8$/);
  expect(await metric(`fridge_interaction_seconds_sum{${labels}}`)).toMatch(/ 0\.04$/);
  expect(await metric(`fridge_layout_shift_sum{${labels}}`)).toMatch(/ 0\.2$/);
  expect(await metric('fridge_load_seconds_count{remote="draw",release="other"}')).toMatch(/ 1$/);
  expect(await metric('fridge_events_uncounted_total')).toMatch(/ 0$/);
});
