import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { specifiedWindows } from '@fridge/shared-contracts';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copy } from './copy.ts';
import { authorizationOf, callAs, post, signed, signedUnbound } from './testing/client.ts';
import { addHousehold, type TestHousehold } from './testing/households.ts';
import { startTestServer, testKeys, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  server = await startTestServer();
  household = await addHousehold(server.queries);
});
afterAll(() => server.close());

const settings: RuntimeSettings = {
  apiBase: 'http://api.example',
  signing: { signer: 'hmac-sha256', key: testKeys.SIGNING_KEY },
  reportLinkKey: '0123456789abcdef',
  reportLinkKeysAccepted: [],
  activity2023: { isDirect: 'isDirect', getNewAnswer: 'getNewAnswer', AnswerQuestion: 'AnswerQuestion' },
  downloadPage: 'http://app.example',
  appLink: null,
  couponPage: 'http://app.example',
  shopPage: 'http://app.example',
  allowedOrigins: [],
  remoteOrigins: [],
  tracking: { enabled: false, endpoint: null, analytics: null },
  windows: specifiedWindows,
};

async function edit(content: string): Promise<void> {
  const draft = join(server.folder, 'draft.json');
  await writeFile(draft, content);
  await rename(draft, join(server.folder, 'settings.json'));
}

it('follows the settings file, and keeps the last valid content', { timeout: 30_000 }, async () => {
  const isDirect = async (name = 'isDirect', signing: RuntimeSettings['signing'] = settings.signing) =>
    post(
      `${server.url}/activity2023/${name}`,
      signedUnbound(household, signing as Parameters<typeof signedUnbound>[1]),
      { authorization: await authorizationOf(household.userId) },
    ); // both signers are in the union
  const answers = (expected: unknown, ...how: Parameters<typeof isDirect>) =>
    expect.poll(async () => (await isDirect(...how)).msg, { timeout: 5_000, interval: 50 }).toBe(expected);

  await edit(
    JSON.stringify({ ...settings, windows: { campaign2023: { start: '2023-09-01T00:00:00+08:00', end: null } } }),
  );
  await answers(copy['server.notStarted']);
  await edit('{ "half": ');
  await expect
    .poll(() => server.logged.some((line) => line.includes('"settingsRefused"')), { timeout: 5_000 })
    .toBe(true);
  await answers(copy['server.notStarted']);
  await edit(
    JSON.stringify({ ...settings, windows: { campaign2023: { start: null, end: '2023-08-01T09:59:58+08:00' } } }),
  );
  await answers(copy['server.ended']);
  const moved: RuntimeSettings = {
    ...settings,
    signing: { signer: 'aes-128-ecb', key: '0123456789abcdef' },
    activity2023: { isDirect: 'b7d1' },
  };
  await edit(JSON.stringify(moved));
  await answers('', 'b7d1', moved.signing);
  await edit(JSON.stringify(settings));
  await answers('');
});

it('accepts part of the settings, over those it has without a file', { timeout: 30_000 }, async () => {
  const isDirect = async (name: string) =>
    (
      await post(`${server.url}/activity2023/${name}`, signed(household), {
        authorization: await authorizationOf(household.userId),
      })
    ).msg;
  await edit(JSON.stringify({ windows: { campaign2023: { end: '2023-08-01T09:59:58+08:00' } } }));
  await expect.poll(() => isDirect('isDirect'), { timeout: 5_000, interval: 50 }).toBe(copy['server.ended']);
  await edit(JSON.stringify({ activity2023: { getNewAnswer: 'a1b2' } }));
  await expect.poll(() => isDirect('isDirect'), { timeout: 5_000, interval: 50 }).toBe('');
});

it('follows the file without calls, and logs problems once, without values', { timeout: 30_000 }, async () => {
  const settingsLines = (from: number) =>
    server.logged
      .slice(from)
      .filter((line) => line.includes('"settings'))
      .map((line) => JSON.parse(line) as { event: string; problem?: string });
  const since = server.logged.length;
  await edit(JSON.stringify({ ...settings, signing: { signer: 'secret-signer', key: 'a secret of the operators' } }));
  await expect
    .poll(() => settingsLines(since), { timeout: 4_000 })
    .toMatchObject([{ event: 'settingsRefused', problem: 'signing.signer' }]);
  await edit('{');
  await expect
    .poll(() => settingsLines(since), { timeout: 4_000 })
    .toMatchObject([{}, { event: 'settingsRefused', problem: 'not readable as JSON' }]);
  await edit(JSON.stringify(settings));
  await expect.poll(() => settingsLines(since), { timeout: 4_000 }).toMatchObject([{}, {}, { event: 'settingsRead' }]);
  expect(server.logged.join('')).not.toMatch(/secret/);
});

it('closes the draw by an edited window', { timeout: 30_000 }, async () => {
  const drawing = await addHousehold(server.queries, { drawsLeft: 100 });
  const draw = () => callAs(drawing, server.url, drawCalls.draw, { requestId: randomUUID() });
  expect((await draw()).code).toBe(0);
  await edit(
    JSON.stringify({
      ...settings,
      windows: { ...settings.windows, draw: { start: null, end: '2023-08-01T09:59:58+08:00' } },
    }),
  );
  await expect.poll(async () => (await draw()).msg, { timeout: 4_000, interval: 50 }).toBe(copy['server.ended']);
});
