import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { and, arrayContains, eq, inArray, isNull } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grants } from '../activities/campaign/tables.ts';
import { drawChances, draws } from '../activities/draw/tables.ts';
import { copy } from '../edge/copy.ts';
import { events } from '../history/tables.ts';
import { drawOutcomes, drawPrizes } from '../prizes/tables.ts';
import { answerQuestion, callAs, fetchQuestion } from '../testing/client.ts';
import { addHouseholds, type TestHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { startPostgres } from '../testing/postgres.ts';
import { addPrize, recipient, storedRecipient } from '../testing/prizes.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { longLimits, startTestServer, testEnvironment, type TestServer } from '../testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-cases-'));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const USERS = 10;
const DRAWS_EACH = 10;
const GIVEN = 3;

const databases = [
  ['the embedded database', false],
  ['PostgreSQL with two processes', true],
] as const;

describe.each(databases)('cases while their users act, on %s', (_, isPostgres) => {
  let server: TestServer;
  let other: Awaited<ReturnType<typeof startServerProcess>> | undefined;
  let users: TestHousehold[];
  let url: string | undefined;

  beforeAll(async () => {
    if (isPostgres && postgres === null) return;
    url = isPostgres ? await postgres?.database('cases') : undefined;
    const variables = { ...longLimits, ...(url !== undefined && { DATABASE_URL: url }) };
    server = await startTestServer(variables);
    other = url === undefined ? undefined : await startServerProcess(testEnvironment(folder, variables));
    await server.queries
      .update(drawOutcomes)
      .set({ weight: 1, stock: 1_000 })
      .where(inArray(drawOutcomes.level, [1, 2]));
  }, 60_000);
  beforeEach(async ({ skip }) => {
    if (isPostgres && postgres === null) return skip();
    users = await addHouseholds(server.queries, USERS, { drawsLeft: DRAWS_EACH });
  });
  afterAll(async () => {
    await other?.end('SIGTERM');
    await server?.close();
  });

  const ask = async (command: string, fields: object, at = 0) => {
    const sockets = [server.folder, ...(other === undefined ? [] : [folder])];
    const socket = join(sockets[at % sockets.length] ?? '', 'operator.sock');
    const [answer] = await askOperator(socket, { command, why: 'a case', ...fields });
    return answer;
  };
  const urlOf = (turn: number) => (other !== undefined && turn % 2 === 1 ? other.url : server.url);
  const drawAs = (user: TestHousehold, turn: number) =>
    callAs(user, urlOf(turn), drawCalls.draw, { requestId: randomUUID() });
  const drawsOf = ({ userId }: TestHousehold) => server.queries.$count(draws, eq(draws.userId, userId));
  const left = async ({ userId }: TestHousehold) =>
    (await server.queries.select().from(drawChances).where(eq(drawChances.userId, userId)))[0]?.chancesLeft;

  it(
    'a draw is before a block or refused: none is stored once the block is answered',
    { timeout: 60_000 },
    async () => {
      await Promise.all(
        users.map(async (user, index) => {
          const drawing = Array.from({ length: DRAWS_EACH }, (_each, turn) => drawAs(user, turn));
          expect(await ask('users block', { who: user.userId }, index)).toMatchObject({ ok: true });
          const before = await drawsOf(user);
          const answers = await Promise.all(drawing);
          expect(await drawsOf(user)).toBe(before);
          expect(answers.filter(({ code }) => code === 0)).toHaveLength(before);
          for (const { code, msg } of answers) if (code !== 0) expect(msg).toBe(copy['server.account.blocked']);
          expect(await left(user)).toBe(DRAWS_EACH - before);
        }),
      );
    },
  );

  it('a coupon is granted before a block or never', { timeout: 60_000 }, async () => {
    const asked = await Promise.all(users.map(async (user) => ({ user, ...(await fetchQuestion(user, server.url)) })));
    await Promise.all(
      asked.map(async ({ user, questionId, right }, index) => {
        const answering = answerQuestion(user, urlOf(index), questionId, right);
        await ask('users block', { who: user.userId }, index);
        const held = () => server.queries.$count(grants, eq(grants.userId, user.userId));
        const before = await held();
        const { code, msg } = await answering;
        expect(await held()).toBe(before);
        expect([code, msg]).toEqual(before === 0 ? [204, copy['server.account.blocked']] : [0, '']);
      }),
    );
  });

  it('chances that are given count exactly while the user draws', { timeout: 60_000 }, async () => {
    await Promise.all(
      users.map(async (user, index) => {
        const drawing = Array.from({ length: DRAWS_EACH }, (_each, turn) => drawAs(user, turn));
        const giving = [0, 1].map((at) => ask('users chance', { who: user.userId, add: GIVEN }, index + at));
        for (const answer of await Promise.all(giving)) expect(answer).toMatchObject({ ok: true });
        for (const { code } of await Promise.all(drawing)) expect(code).toBe(0);
        expect(await left(user)).toBe(2 * GIVEN);
        const told = await server.queries.select().from(events).where(eq(events.command, 'users chance'));
        const own = told.filter(({ about }) => about[0] === user.userId);
        expect(own).toHaveLength(2);
      }),
    );
  });

  it('an event is undone once, however many undo it at a time', { timeout: 60_000 }, async () => {
    await Promise.all(
      users.map(async (user) => {
        await ask('users chance', { who: user.userId, add: GIVEN });
        await ask('users chance', { who: user.userId, add: GIVEN });
        const [event] = await server.queries
          .select()
          .from(events)
          .where(arrayContains(events.about, [user.userId]))
          .orderBy(events.id);
        const answers = await Promise.all([0, 1, 2].map((at) => ask('undo', { event: event?.id }, at)));
        expect(answers.filter((answer) => answer?.ok === true)).toHaveLength(1);
        for (const answer of answers)
          if (answer?.ok !== true) expect(answer?.error).toMatch(/^Event \d+ was undone by (event|another one)/);
        expect(await left(user)).toBe(DRAWS_EACH + GIVEN);
      }),
    );
  });

  it(
    'of two operators, and of a shipment and a revocation, one comes first and the other is told',
    { timeout: 60_000 },
    async () => {
      const wonAt = new Date(server.clock.business());
      const issued = async () =>
        (await server.queries.select().from(drawOutcomes).where(eq(drawOutcomes.level, 2)))[0]?.issued ?? 0;
      const before = await issued();
      await Promise.all(
        users.map(async (user, index) => {
          const id = await addPrize(server.queries, user, wonAt, storedRecipient);
          const answers = await Promise.all([
            ask('prizes replace', { id, confirmed: true, by: '王梅' }, index),
            ask('prizes revoke', { id, confirmed: true, by: '李强' }, index + 1),
            ask('prizes ship', { id, carrier: '顺丰速运', trackingNumber: 'SF12345' }, index),
          ]);
          expect(answers.filter((answer) => answer?.ok === true)).toHaveLength(1);
          for (const answer of answers)
            if (answer?.ok !== true)
              expect(answer?.error).toMatch(/is revoked already\. Event|was revoked|is shipped: /);
          const { userId } = user;
          const live = and(eq(drawPrizes.userId, userId), isNull(drawPrizes.revokedAt));
          expect(await server.queries.$count(drawPrizes, live)).toBe(answers[1]?.ok === true ? 0 : 1);
        }),
      );
      const replaced = await server.queries.$count(events, eq(events.command, 'prizes replace'));
      expect(await issued()).toBe(before + replaced);
    },
  );

  it.skipIf(!isPostgres)(
    'a block waits for a draw that has begun, and a draw for a block',
    { timeout: 60_000 },
    async () => {
      const [{ userId } = { userId: '' }] = users;
      const holder = new Client({ connectionString: url });
      await holder.connect();
      const settled = async (work: Promise<unknown>) =>
        Promise.race([work.then(() => true), sleep(500).then(() => false)]);
      const lock = 'select from draw_chances where user_id = $1 for update';
      try {
        await holder.query('begin');
        await holder.query(lock, [userId]);
        const blocking = ask('users block', { who: userId });
        expect(await settled(blocking)).toBe(false);
        await holder.query('commit');
        expect(await blocking).toMatchObject({ ok: true });
        await ask('users unblock', { who: userId });

        await holder.query('begin');
        await holder.query('update accounts set blocked_by = 1 where user_id = $1', [userId]);
        await holder.query(lock, [userId]);
        const drawing = callAs({ userId }, server.url, drawCalls.draw, { requestId: randomUUID() });
        expect(await settled(drawing)).toBe(false);
        await holder.query('commit');
        expect(await drawing).toMatchObject({ code: 204, msg: copy['server.account.blocked'] });
      } finally {
        await holder.end();
      }
    },
  );

  it.skipIf(!isPostgres)(
    'what a user gives or is given waits for a block that has begun, and is refused',
    { timeout: 60_000 },
    async () => {
      const [user] = users;
      if (user === undefined) throw new Error('no user');
      const given: Record<string, string> = { ...user, devicePhone: user.phone, ...recipient, type: '3' };
      const calls = [
        sharingCalls.annualRecord,
        sharingCalls.shareRecord,
        drawCalls.saveAddress,
        contestCalls.updateWork,
        contestCalls.delWork,
      ];
      const holder = new Client({ connectionString: url });
      await holder.connect();
      try {
        await holder.query('begin');
        await holder.query('update accounts set blocked_by = 1 where user_id = $1', [user.userId]);
        const answers = calls.map((call) =>
          callAs(user, server.url, call, Object.fromEntries(call.required.map((name) => [name, given[name] ?? '1']))),
        );
        const early = await Promise.race([...answers, sleep(1_000).then(() => null)]);
        expect(early).toBe(null);
        await holder.query('commit');
        for (const { code, msg } of await Promise.all(answers))
          expect([code, msg]).toEqual([204, copy['server.account.blocked']]);
      } finally {
        await holder.end();
      }
    },
  );
});
