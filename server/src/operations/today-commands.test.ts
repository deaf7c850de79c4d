import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { quizProgress } from '../activities/campaign/tables.ts';
import { drawAudit, draws } from '../activities/draw/tables.ts';
import { works } from '../activities/contest/tables.ts';
import { HOUR_MS } from '../program/clock.ts';
import { addHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { startPostgres } from '../testing/postgres.ts';
import { addPrize, storedRecipient } from '../testing/prizes.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { releaseViews } from '../visits/health/tables.ts';
import { trackedEvents } from '../visits/tables.ts';
import { lastsUntil } from './today.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

describe.each(['embedded', 'postgresql'])('today (%s)', (kind) => {
  let server: TestServer;
  afterAll(() => server?.close());

  it.skipIf(kind === 'postgresql' && postgres === null)('is told beside yesterday at this hour', async () => {
    const url = kind === 'embedded' ? undefined : await postgres?.database('today');
    server = await startTestServer(url === undefined ? {} : { DATABASE_URL: url });
    const { queries, clock } = server;
    const household = await addHousehold(queries);
    const { userId } = household;
    const now = clock.business(); // 10:00
    const ago = (hours: number, of = now) => new Date(of - hours * HOUR_MS);
    // Today, yesterday before this hour and after it, and the day before.
    for (const hours of [1, 30, 20, 40]) {
      const [realAt, businessAt] = [ago(hours, clock.real()), ago(hours)];
      await addPrize(queries, household, businessAt, { deadline: ago(-24), ...(hours === 1 && storedRecipient) });
      const requestId = String(hours);
      await queries.insert(draws).values({ userId, requestId, chancesLeft: 0, drawnAt: businessAt });
      await queries.insert(drawAudit).values({
        userId,
        requestId,
        roll: 0,
        totalWeight: 1,
        weightsVersion: 1,
        hitLevel: 0,
        givenLevel: 0,
        realAt,
        businessAt,
      });
      const view = { page: `p${hours}`, remote: 'draw', version: '1.0.0' };
      await queries.insert(trackedEvents).values({
        ...view,
        id: `e${hours}`,
        event: 'open',
        pageId: view.page,
        at: realAt,
        receivedAt: realAt,
      });
      for (const visitor of ['one', hours === 1 ? 'one' : 'two'])
        await queries
          .insert(releaseViews)
          .values({ ...view, page: `${view.page}${visitor}`, visitor, firstAt: realAt })
          .onConflictDoNothing();
    }
    for (const hours of [2, 30]) {
      const { userId: of } = await addHousehold(queries);
      const judged = { questionId: '1', correctAnswer: 'A', requestId: '', correct: false };
      await queries
        .insert(quizProgress)
        .values({ userId: of, questionId: '1', judged, askedAt: ago(hours, clock.real()) });
    }
    const work = { userId, kind: 'recipe', cookName: '番茄', desc: '', phone: '', devicePhone: '' } as const;
    const rest = { fridgeId: '', spec: '', nickName: '', headImgUrl: '', cookTime: '', materials: '', tips: '' };
    await queries.insert(works).values({ id: 'w1', ...work, ...rest, addedAt: ago(9), submittedAt: ago(9) });

    const socket = join(server.folder, 'operator.sock');
    const start = '2023-08-02T10:00:00+08:00';
    expect(await askOperator(socket, { command: 'notice set', text: '明天', start })).toMatchObject([{ ok: true }]);
    const [answer] = await askOperator(socket, { command: 'today' });
    expect(answer?.error).toBeUndefined();
    expect(answer?.data).toMatchObject({ notice: null });
    const { totals, stock, waits, hours } = Object(answer?.data);
    const rows = Object.fromEntries(
      totals.map(({ what, today, yesterday }: Record<string, unknown>) => [what, [today, yesterday]]),
    );
    expect(rows).toMatchObject({
      'visitors of the day': [1, 2],
      opens: [1, 1],
      failures: [0, 0],
      answers: [1, 1],
      draws: [1, 1],
      grants: [0, 0],
      prizes: [1, 1],
      'prize 2': [1, 1],
      submissions: [1, 0],
    });
    expect(hours).toHaveLength(35);
    expect(hours[0]).toMatchObject({ hour: '2023-07-31T00:00:00+08:00' });
    expect(hours.at(-2)).toMatchObject({ hour: '2023-08-01T09:00:00+08:00', visitors: 1, draws: 1, prizes: 1 });
    expect(waits).toEqual([
      '1 works to review, the oldest for 9 h: works list',
      '1 parcels to ship: prizes recipients',
      '3 addresses that expire within 48 h: prizes list',
    ]);
    expect(stock).toContainEqual(expect.objectContaining({ what: expect.stringMatching(/^level 2 /), lastDay: 2 }));
  });
});

describe('what is left', () => {
  const now = Date.parse('2023-08-01T10:00:00+08:00');
  it.each([
    ['ends within a year', { left: 30, lastDay: 2 }, null, '2023-08-16'],
    ['is used up', { left: 0, lastDay: 2 }, null, '2023-08-01'],
    ['is not given', { left: 30, lastDay: 0 }, null, null],
    ['lasts longer than a year', { left: 1_000, lastDay: 2 }, null, null],
    ['ends on the last day', { left: 60, lastDay: 2 }, '2023-08-31T23:59:59+08:00', '2023-08-31'],
    ['outlasts the activity', { left: 62, lastDay: 2 }, '2023-08-31T23:59:59+08:00', null],
  ])('%s', (_, stock, end, day) => expect(lastsUntil(stock, now, end)).toBe(day));
});
