import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askOperator } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function ask(command: string, fields: object = {}) {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command, confirmed: true, ...fields });
  if (answer === undefined) throw new Error('no answer');
  return answer;
}
const set = async (path: string, value: string) => (await ask('settings set', { path, value })).events?.[0]?.id ?? 0;
const read = async () => JSON.parse(server.services.configuration.current('settings').document) as object;

it('restores the fields of an event alone', async () => {
  const first = await set('couponPage', 'https://one.example/');
  await set('appLink', 'https://app.example/');
  expect(await ask('undo', { event: first })).toMatchObject({ ok: true, data: { undone: first } });
  expect(await read()).toEqual({ appLink: 'https://app.example/' });
  expect((await ask('undo', { event: first })).error).toMatch(/was undone by event \d+/);
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command: 'history', about: 'settings' });
  expect(answer?.data).toMatchObject({
    events: [
      { command: 'undo', undoes: first },
      { command: 'settings set' },
      { id: first, undoneBy: expect.any(Number) },
      {},
    ],
  });
});

it('is refused where a later event changed them, and names it', async () => {
  const first = await set('couponPage', 'https://two.example/');
  const later = await set('couponPage', 'https://three.example/');
  const { error } = await ask('undo', { event: first });
  expect(error).toMatch(new RegExp(`^couponPage was changed since:\\n  ${later} by Lin`));
  expect(await read()).toMatchObject({ couponPage: 'https://three.example/' });
});

it.each([
  [1_000_000, 'There is no event 1000000. See history.'],
  [2_147_483_648, 'event: at most 2147483647'],
])('is refused for event %i', async (event, reason) => expect((await ask('undo', { event })).error).toBe(reason));
