import { setTimeout as delay } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { expect, it } from 'vitest';
import { casing } from '../database/columns.ts';
import { createLogger } from '../log/log.ts';
import { createShellTexts } from './shell-texts.ts';

/** A database with the texts of `stored`, in which `away` fails and `slow` holds up a query. */
function open(stored: Record<string, string>) {
  const queries: string[][] = [];
  const logged: string[] = [];
  const state = { stored, away: false, slow: Promise.resolve<unknown>(null) };
  const database = drizzle(
    async (_statement, [hashes]: string[][]) => {
      const asked = hashes ?? [];
      queries.push(asked);
      await state.slow;
      if (state.away) throw new Error('The database is away.');
      return { rows: asked.flatMap((hash) => (hash in stored ? [[hash, stored[hash]]] : [])) };
    },
    { casing },
  );
  const log = createLogger('info', { write: (line) => logged.push(line) });
  return { texts: createShellTexts({ queries: database, log }), queries, logged, state };
}

async function timed<Answer>(ask: () => Promise<Answer>) {
  const begun = performance.now();
  const answer = await ask();
  return { answer, ms: performance.now() - begun };
}

it('asks once for all who come together, and never again for what it has', async () => {
  const { texts, queries } = open({ markup: '<h1>Draw</h1>', styles: '' });
  const pages = [texts.of('markup'), texts.of('styles'), texts.of('markup')];
  expect(await Promise.all(pages)).toEqual(['<h1>Draw</h1>', '', '<h1>Draw</h1>']);
  expect(await texts.of('markup')).toBe('<h1>Draw</h1>');
  expect(queries).toEqual([['markup', 'styles']]);
});

it('has nothing in the place of what is not there, and asks for it only now and then', async () => {
  const { texts, queries } = open({});
  expect(await texts.of('markup')).toBeNull();
  expect(await texts.of('markup')).toBeNull();
  expect(queries).toEqual([['markup']]);
});

it('lets no page wait for a slow database, and keeps what comes late', async () => {
  const { texts, queries, state } = open({ markup: '<h1>Draw</h1>' });
  state.slow = delay(500);
  const first = await timed(() => texts.of('markup'));
  const second = await timed(() => texts.of('markup'));
  expect([first.answer, second.answer]).toEqual([null, null]);
  expect(first.ms).toBeLessThan(450);
  expect(second.ms).toBeLessThan(100);
  await state.slow;
  await delay(20);
  expect(await texts.of('markup')).toBe('<h1>Draw</h1>');
  expect(queries).toEqual([['markup']]);
});

it('has nothing while the database is away, and says so once', async () => {
  const { texts, logged, state } = open({ markup: '', styles: '' });
  state.away = true;
  expect([await texts.of('markup'), await texts.of('styles')]).toEqual([null, null]);
  expect(logged).toEqual([expect.stringContaining('shellTextsNotRead')]);
});
