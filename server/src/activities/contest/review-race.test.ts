import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { afterAll, expect, it } from 'vitest';
import { callAs } from '../../testing/client.ts';
import { recipeOf, sentRecipe, uploaded, workOf } from '../../testing/contest.ts';
import { addHousehold } from '../../testing/households.ts';
import { askOperator } from '../../testing/operator.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { contestClock, longLimits, startTestServer, testEnvironment } from '../../testing/test-server.ts';
import { workDecisions } from './tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-review-'));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const WORKS = 12;

it.skipIf(postgres === null)(
  'concurrent reviewers and author leave each work with one decision and consistent answers, on PostgreSQL with two processes',
  { timeout: 120_000 },
  async () => {
    const DATABASE_URL = (await postgres?.database('review')) ?? '';
    const here = await startTestServer({ ...longLimits, ...contestClock, DATABASE_URL });
    const other = await startServerProcess(
      testEnvironment(folder, {
        ...longLimits,
        ...contestClock,
        DATABASE_URL,
        UPLOADS_DIR: join(here.folder, 'uploads'),
      }),
    );
    try {
      const author = await addHousehold(here.queries);
      const images = await uploaded(author, here.url, 2);
      const ids: string[] = [];
      for (let sent = 0; sent < WORKS; sent += 1) ids.push(await sentRecipe(author, here.url)); // concurrent uploads of a user are limited
      const decide = (socket: string, id: string, by: string, decision: 'approve' | 'reject') =>
        askOperator(socket, {
          command: `works.${decision}`,
          id,
          by,
          revision: 1,
          holdSeconds: 0,
          ...(decision === 'reject' && { reason: '模糊' }),
        });
      const outcomes = await Promise.all(
        ids.map(async (id) => {
          const [[first], [second], update, remove] = await Promise.all([
            decide(join(here.folder, 'operator.sock'), id, '王梅', 'approve'),
            decide(join(folder, 'operator.sock'), id, '李强', 'reject'),
            callAs(author, other.url, contestCalls.updateWork, { id, ...recipeOf(author, images) }),
            callAs(author, here.url, contestCalls.getWorkDetail, { id }),
          ]);
          expect(remove.code).toBe(0);
          return {
            id,
            decided: [first, second].filter((answer) => answer?.ok === true).length,
            updated: update.code === 0,
          };
        }),
      );
      const audited = await here.queries.select().from(workDecisions);
      for (const { id, decided, updated } of outcomes) {
        // Either the author was first and no reviewer decided on an unseen revision, or one reviewer was.
        expect(decided).toBeLessThanOrEqual(1);
        expect(decided === 1 || updated).toBe(true);
        const rows = audited.filter(({ workId }) => workId === id);
        expect(rows).toHaveLength(decided);
        const { status } = await workOf(author, here.url, id);
        expect(status).toBe(
          decided === 0 || (updated && rows[0]?.decision === 'rejected')
            ? 0
            : rows[0]?.decision === 'approved'
              ? 1
              : -1,
        );
      }
    } finally {
      expect(await other.end('SIGTERM')).toBe(0);
      await here.close();
    }
  },
);
