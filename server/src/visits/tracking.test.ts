import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as post } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { answerSchema, fixedParameters, TRACK_BATCH } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copy } from '../edge/copy.ts';
import { commands } from '../commands/all.ts';
import { askOperator } from '../testing/operator.ts';
import { startTestServer, type TestServer, testOrigin } from '../testing/test-server.ts';
import { trackedEvents } from './tables.ts';
import { pruneEvents, RETENTION_DAYS } from './tracking.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.queries.delete(trackedEvents));

const DAY_MS = 24 * 60 * 60 * 1000;
const pageView = (over: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  event: 'pageView',
  at: Date.now(),
  ...fixedParameters,
  page: '/open',
  ...over,
});
const click = (name: string) => pageView({ event: 'click', name });
const failure = () =>
  pageView({ event: 'failure', remote: 'draw', version: '1.2.3', phase: 'entry', reason: 'timeout' });

async function sendText(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/track`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
  });
  expect(response.status).toBe(200);
  return v.parse(answerSchema, await response.json());
}
const send = (events: readonly unknown[], headers?: Record<string, string>) =>
  sendText(JSON.stringify({ events }), headers);
const list = async (request: Record<string, unknown> = {}) => {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command: 'events', ...request });
  return v.parse(commands['events'].answer, answer?.data);
};

describe('POST /track', () => {
  it.each(['text/plain;charset=UTF-8', 'application/json'])(
    'stores a batch sent as %s, which operators read newest first',
    async (type) => {
      const [view, tap, broken] = [pageView(), click('start.draw'), failure()];
      const fast = pageView({ event: 'vitals', remote: 'draw', version: '1.2.3', load: 900, cls: 0.01 });
      expect(await send([fast, view, tap, broken], { 'content-type': type })).toEqual({
        code: 0,
        msg: '',
        data: { taken: [fast.id, view.id, tap.id, broken.id], refused: 0 },
      });
      const { total, events } = await list();
      expect(total).toBe(4);
      expect(events).toMatchObject([
        {
          id: broken.id,
          event: 'failure',
          page: '/open',
          remote: 'draw',
          version: '1.2.3',
          phase: 'entry',
          reason: 'timeout',
          name: null,
        },
        { id: tap.id, event: 'click', name: 'start.draw', remote: null },
        { id: view.id, event: 'pageView', name: null, vitals: null },
        { id: fast.id, event: 'vitals', version: '1.2.3', vitals: { load: 900, cls: 0.01 } },
      ]);
      expect(Math.abs(Date.parse(events[0]?.at ?? '') - broken.at)).toBeLessThan(1_000);
    },
  );

  it('stores a repeated event once, and confirms it each time', async () => {
    const view = pageView();
    const answers = await Promise.all([send([view]), send([view, view]), send([view])]);
    for (const { data } of answers) expect(data).toMatchObject({ refused: 0 });
    expect((await send([view])).data).toEqual({ taken: [view.id], refused: 0 });
    expect((await list()).total).toBe(1);
  });

  it.each([
    ['no event', 7],
    ['another event', pageView({ event: 'purchase' })],
    ['no id', pageView({ id: '1' })],
    ['a phone that rides along', pageView({ phone: '13800138000' })],
    ['a phone for a name', click('13800138000')],
    ['a page with its query', pageView({ page: '/prize?phone=13800138000' })],
    ['other fixed parameters', pageView({ widgetVersion: '9' })],
    ['a time long past', pageView({ at: Date.now() - (RETENTION_DAYS + 1) * DAY_MS })],
    ['a time to come', pageView({ at: Date.now() + 2 * DAY_MS })],
    ['a time beyond all clocks', pageView({ at: 1e300 })],
  ])('refuses %s alone', async (_, bad) => {
    const good = pageView();
    expect((await send([bad, good])).data).toEqual({ taken: [good.id], refused: 1 });
    expect((await list()).events.map(({ id }) => id)).toEqual([good.id]);
  });

  it.each([
    ['no JSON', () => sendText('{'), 400],
    ['no events', () => sendText('{}'), 400],
    ['a form', () => sendText('events=1', { 'content-type': 'application/x-www-form-urlencoded' }), 400],
    ['more than a batch', () => send(Array.from({ length: TRACK_BATCH + 1 }, () => pageView())), 400],
    [
      'more bytes than any batch has',
      () => sendText(JSON.stringify({ events: [pageView()], filler: 'x'.repeat(200_000) })),
      413,
    ],
    ['a page of another origin', () => send([pageView()], { origin: 'https://evil.example' }), 403],
  ])('refuses %s as a whole', async (_, attempt, code) => {
    expect(await attempt()).toEqual({ code, msg: copy['server.param'], data: null });
    expect((await list()).total).toBe(0);
  });

  it('refuses a page of another origin before its body comes', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain', 'content-length': 50_000 };
    const sent = post(`${server.url}/track`, { method: 'POST', headers, agent: false });
    sent.on('error', () => undefined).flushHeaders();
    const [response] = (await once(sent, 'response')) as [IncomingMessage]; // what node:http emits with this event
    expect(await json(response)).toMatchObject({ code: 403 });
    sent.destroy();
  });

  it('accepts a full batch of the longest events, readable for an allowed origin', async () => {
    const longest = () =>
      pageView({
        event: 'failure',
        page: `/${'a'.repeat(63)}`,
        remote: 'a'.repeat(32),
        version: `1.0.0-${'a'.repeat(94)}`,
        pageId: 'a'.repeat(43),
        phase: 'settings',
        reason: 'undeclared',
        place: { file: 'a'.repeat(200), line: 1_000_000, column: 10_000_000 },
        message: `${'\\'.repeat(39)} `.repeat(3).trim(),
      });
    const batch = JSON.stringify({ events: Array.from({ length: TRACK_BATCH }, longest) });
    const response = await fetch(`${server.url}/track`, {
      method: 'POST',
      body: batch.padEnd(2 * batch.length),
      headers: { 'content-type': 'application/json', origin: testOrigin },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe(testOrigin);
    expect(v.parse(answerSchema, await response.json())).toMatchObject({ code: 0, data: { refused: 0 } });
    expect((await list({ limit: 10 })).total).toBe(TRACK_BATCH);
  });

  it('logs one line per batch with counts only', async () => {
    const since = server.logged.length;
    const view = pageView();
    await send([view, view, pageView({ phone: '13800138000' })]);
    const lines = server.logged.slice(since).filter((line) => line.includes('"tracked"'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: 'tracked', taken: 2, stored: 1, refused: 1 },
    ]);
    expect(server.logged.slice(since).join('')).not.toMatch(new RegExp(`13800138000|${view.id}`));
  });
});

describe('events', () => {
  it('filters by name and limits', async () => {
    await send([pageView(), click('one'), click('two')]);
    expect(await list({ event: 'click', limit: 1 })).toMatchObject({ total: 2, events: [{ name: 'two' }] });
    expect(await list({ event: 'failure' })).toEqual({ total: 0, events: [] });
  });

  it.each([{ limit: 0 }, { limit: 1_001 }, { name: 'purchase' }, { offset: 1 }])('refuses %j', async (request) => {
    const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command: 'events', ...request });
    expect(answer?.ok).toBe(false);
  });
});

describe('pruneEvents', () => {
  it('deletes expired events', async () => {
    await send([pageView(), pageView()]);
    await pruneEvents(server.queries, Date.now() + (RETENTION_DAYS - 1) * DAY_MS);
    expect((await list()).total).toBe(2);
    await pruneEvents(server.queries, Date.now() + (RETENTION_DAYS + 1) * DAY_MS);
    expect((await list()).total).toBe(0);
    await pruneEvents(server.queries, Date.now());
  });

  it('keeps the newest events', async () => {
    await send([click('one'), click('two'), click('three')]);
    await pruneEvents(server.queries, Date.now(), 2);
    expect((await list()).events.map(({ name }) => name)).toEqual(['three', 'two']);
  });

  it('counts rows instead of positions', async () => {
    const repeated = click('one');
    await send([repeated]);
    for (let times = 0; times < 5; times += 1) await send([repeated]);
    await send([click('two')]);
    await pruneEvents(server.queries, Date.now(), 2);
    expect((await list()).events.map(({ name }) => name)).toEqual(['two', 'one']);
  });
});
