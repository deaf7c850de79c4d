import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { arrayContains, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { events } from '../../history/tables.ts';
import { callAs } from '../../testing/client.ts';
import { recipeOf, sentRecipe, uploaded, workOf } from '../../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { askOperator } from '../../testing/operator.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts';
import {
  contestClock,
  longLimits,
  startTestServer,
  testEnvironment,
  type TestServer,
} from '../../testing/test-server.ts';
import { drawOutcomes, drawPrizes } from '../../prizes/tables.ts';
import { works } from './tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-review-'));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const WORKS = 12;

describe.skipIf(postgres === null)('concurrent reviewers and author, on PostgreSQL with two processes', () => {
  let here: TestServer;
  let other: ServerProcess;
  let author: TestHousehold;
  let images: string[];
  beforeAll(async () => {
    const DATABASE_URL = (await postgres?.database('review')) ?? '';
    here = await startTestServer({ ...longLimits, ...contestClock, DATABASE_URL });
    const UPLOADS_DIR = join(here.folder, 'uploads');
    other = await startServerProcess(
      testEnvironment(folder, { ...longLimits, ...contestClock, DATABASE_URL, UPLOADS_DIR }),
    );
    author = await addHousehold(here.queries);
    images = await uploaded(author, here.url, 2);
  });
  afterAll(async () => {
    expect(await other.end('SIGTERM')).toBe(0);
    await here.close();
  });

  const ask = async (process: 'here' | 'other', request: Record<string, unknown>) => {
    const [answer] = await askOperator(join(process === 'here' ? here.folder : folder, 'operator.sock'), request);
    return answer?.ok === true;
  };
  async function sent(): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < WORKS) ids.push(await sentRecipe(author, here.url)); // concurrent uploads of a user are limited
    return ids;
  }
  const decisionsOn = (id: string) =>
    here.queries
      .select()
      .from(events)
      .where(arrayContains(events.about, [id]));

  it('leave each work with one decision and consistent answers', { timeout: 120_000 }, async () => {
    const outcomes = await Promise.all(
      (await sent()).map(async (id) => {
        const decision = { id, revision: 1, holdSeconds: 0 };
        const [first, second, update, read] = await Promise.all([
          ask('here', { command: 'works approve', ...decision, by: '王梅' }),
          ask('other', { command: 'works reject', ...decision, by: '李强', reason: '模糊' }),
          callAs(author, other.url, contestCalls.updateWork, { id, ...recipeOf(author, images) }),
          callAs(author, here.url, contestCalls.getWorkDetail, { id }),
        ]);
        expect(read.code).toBe(0);
        return { id, decided: [first, second].filter(Boolean).length, updated: update.code === 0 };
      }),
    );
    for (const { id, decided, updated } of outcomes) {
      // Either the author was first and no reviewer decided on an unseen revision, or one reviewer was.
      expect(decided).toBeLessThanOrEqual(1);
      expect(decided === 1 || updated).toBe(true);
      const rows = await decisionsOn(id);
      expect(rows).toHaveLength(decided);
      const { status } = await workOf(author, here.url, id);
      expect(status).toBe(
        decided === 0 || (updated && rows[0]?.changes[0]?.after === 'rejected')
          ? 0
          : rows[0]?.changes[0]?.after === 'approved'
            ? 1
            : -1,
      );
    }
  });

  it('take a work down or undo its approval once, beside its prize and its author', { timeout: 120_000 }, async () => {
    await here.queries.update(drawOutcomes).set({ stock: WORKS }).where(eq(drawOutcomes.level, 2));
    const ids = await sent();
    for (const id of ids) await ask('here', { command: 'works approve', id, by: '王梅', holdSeconds: 60 });
    const why = '图片侵犯他人权益';
    const outcomes = await Promise.all(
      ids.map(async (id, index) => {
        const [first, second, undone, prize, written] = await Promise.all([
          ask('here', { command: 'works take-down', id, by: '王梅', why }),
          ask('other', { command: 'works take-down', id, by: '李强', why }),
          ask('other', { command: 'works undo', id, by: '李强' }),
          ask('here', { command: 'works prize', id, level: 2, by: '王梅' }),
          index % 2 === 0
            ? callAs(author, other.url, contestCalls.updateWork, { id, revision: '1', ...recipeOf(author, images) })
            : callAs(author, other.url, contestCalls.delWork, { id }),
        ]);
        const down = [first, second].filter(Boolean).length;
        return { id, down, undone, prize, updated: index % 2 === 0 && written.code === 0, code: written.code };
      }),
    );
    for (const { id, down, undone, prize, updated, code } of outcomes) {
      expect([0, 204]).toContain(code); // an author is refused as long as the work is approved
      expect(down + Number(undone)).toBe(1);
      expect(undone && prize).toBe(false); // a prize reveals the approval
      expect(await decisionsOn(id)).toHaveLength(2 + Number(prize));
      const [work] = await here.queries.select().from(works).where(eq(works.id, id));
      const isDeleted = code === 0 && !updated;
      expect(work?.status).toBe(isDeleted ? undefined : undone || updated ? 0 : -1);
      expect(work?.mark).toBe(isDeleted ? undefined : undone || updated ? '' : why);
    }
    const won = outcomes.filter(({ prize }) => prize).length;
    expect(await here.queries.$count(drawPrizes, eq(drawPrizes.userId, author.userId))).toBe(won);
    const overruled = await here.queries.$count(events, eq(events.command, 'works take-down'));
    expect(overruled).toBe(outcomes.reduce((sum, { down }) => sum + down, 0));
  });
});
