import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import { authorizationOf, callAs, post, signed, signedUnbound } from '../../testing/client.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { testSettings } from '../../testing/settings.ts';
import { startTestServer, testKeys, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  server = await startTestServer();
  household = await addHousehold(server.queries);
});
afterAll(() => server.close());

async function edit(content: unknown): Promise<void> {
  const draft = join(server.folder, 'draft.json');
  await writeFile(draft, typeof content === 'string' ? content : JSON.stringify(content));
  await rename(draft, join(server.folder, 'settings.json'));
}

const { isDirect: isDirectName = '' } = testSettings.activity2023;

it('follows the settings file, and keeps the last valid content', { timeout: 30_000 }, async () => {
  const isDirect = async (name = isDirectName, sent = signed(household)) =>
    (await post(`${server.url}/activity2023/${name}`, sent, { authorization: await authorizationOf(household.userId) }))
      .msg;
  const answers = (expected: unknown, ...how: Parameters<typeof isDirect>) =>
    expect.poll(() => isDirect(...how), { timeout: 5_000, interval: 50 }).toBe(expected);

  await edit({ windows: { campaign2023: { start: '2023-09-01T00:00:00+08:00', end: null } } });
  await answers(copy['server.notStarted']);
  await edit('{ "half": ');
  await expect
    .poll(() => server.logged.some((line) => line.includes('"configurationFileRefused"')), { timeout: 5_000 })
    .toBe(true);
  await answers(copy['server.notStarted']);
  await edit({ windows: { campaign2023: { end: '2023-08-01T09:59:58+08:00' } } });
  await answers(copy['server.ended']);
  await edit({ signing: { signer: 'aes-128-ecb' }, activity2023: { isDirect: 'b7d1' } });
  await expect
    .poll(() => isDirect('b7d1', signedUnbound(household, { signer: 'aes-128-ecb', key: testKeys.SIGNING_KEY })), {
      timeout: 5_000,
    })
    .toBe('');
  await edit({});
  await answers('');
});

it('logs problems once, without values', { timeout: 30_000 }, async () => {
  const since = server.logged.length;
  const events = new Set(['configurationFileRefused', 'configurationChanged', 'settingsDoubtful']);
  const settingsLines = () =>
    server.logged
      .slice(since)
      .map((line): { event: string } => JSON.parse(line))
      .filter(({ event }) => events.has(event));
  const logs = (...expected: object[]) => expect.poll(settingsLines, { timeout: 4_000 }).toMatchObject(expected);
  await edit({ signing: { signer: 'secret-signer', key: 'a secret of the operators' } });
  const refused = {
    event: 'configurationFileRefused',
    problem: expect.stringMatching(/signing\.key: keys come from the environment.*; signing\.signer: /),
  };
  await logs(refused);
  await edit({ windows: { drwa: { end: null } } });
  const doubtful = { event: 'settingsDoubtful', problems: ['windows.drwa'] };
  await logs(refused, { event: 'configurationChanged' }, doubtful);
  await edit({});
  await logs(refused, { event: 'configurationChanged' }, doubtful, { event: 'configurationChanged' });
  expect(server.logged.join('')).not.toMatch(/secret/);
});

it('closes the draw by an edited window', { timeout: 30_000 }, async () => {
  const drawing = await addHousehold(server.queries, { drawsLeft: 100 });
  const draw = () => callAs(drawing, server.url, drawCalls.draw, { requestId: randomUUID() });
  expect((await draw()).code).toBe(0);
  await edit({ windows: { draw: { start: null, end: '2023-08-01T09:59:58+08:00' } } });
  await expect.poll(async () => (await draw()).msg, { timeout: 4_000, interval: 50 }).toBe(copy['server.ended']);
});
