import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { commands } from '../../commands/all.ts';
import { jsonLines } from '../../testing/import.ts';
import { askOperator } from '../../testing/operator.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { reports } from './tables.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

it.skipIf(postgres === null)(
  "concurrent imports of the same fridges in any order don't deadlock and add each fridge once",
  { timeout: 120_000 },
  async () => {
    const server = await startTestServer({ DATABASE_URL: (await postgres?.database('reports')) ?? '' });
    try {
      const rows = Array.from({ length: 400 }, (_, at) => ({ fridgeId: `F${at}`, yearOpenNum: at }));
      const importTurn = async (turn: number) => {
        const ordered = turn % 2 === 0 ? rows : rows.toReversed();
        const [answer] = await askOperator(join(server.folder, 'operator.sock'), {
          command: 'report import',
          by: 'lee',
          file: { text: jsonLines(...ordered.map((row) => ({ ...row, problemNum: turn }))).toString() },
        });
        return v.parse(commands['report import'].answer, answer?.data);
      };
      const answers = await Promise.all(Array.from({ length: 8 }, (_, turn) => importTurn(turn)));
      expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(rows.length);
      expect(answers.every(({ imported, rejected }) => imported === rows.length && rejected === 0)).toBe(true);
      expect(await server.queries.$count(reports)).toBe(rows.length);
    } finally {
      await server.close();
    }
  },
);
