import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RuntimeSettings, specifiedWindows } from '@fridge/shared-contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import { authorizationOf, callAs, post, signed } from '../testing/client.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { startTestServer, testKeys, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PER_MINUTE: '40' });
  household = await addHousehold(server.queries);
});
afterAll(() => server.close());

const settings: RuntimeSettings = {
  apiBase: 'http://api.example',
  signing: { signer: 'hmac-sha256', key: testKeys.SIGNING_KEY },
  reportLinkKey: '0123456789abcdef',
  activity2023: { isDirect: 'isDirect', getNewAnswer: 'getNewAnswer', AnswerQuestion: 'AnswerQuestion' },
  downloadPage: 'http://app.example', couponPage: 'http://app.example', shopPage: 'http://app.example',
  allowedOrigins: [], remoteOrigins: [],
  tracking: { enabled: false, endpoint: null, appId: '', channel: '' },
  windows: specifiedWindows,
};

async function edit(content: string): Promise<void> {
  const draft = join(server.folder, 'draft.json');
  await writeFile(draft, content);
  await rename(draft, join(server.folder, 'settings.json'));
}

it('goes by the settings file as it is edited, and keeps the last good one', { timeout: 30_000 }, async () => {
  const isDirect = (name = 'isDirect', signing: RuntimeSettings['signing'] = settings.signing) =>
    post(`${server.url}/activity2023/${name}`, signed(household, signing as Parameters<typeof signed>[1]), { authorization: authorizationOf(household.userId) }); // both signers are in the union
  const answers = (expected: unknown, ...how: Parameters<typeof isDirect>) => expect.poll(async () => (await isDirect(...how)).msg, { timeout: 5_000, interval: 700 }).toBe(expected);

  await edit(JSON.stringify({ ...settings, windows: { campaign2023: { start: '2023-09-01T00:00:00+08:00', end: null } } }));
  await answers(copy['server.notStarted']);
  await edit('{ "half": ');
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await answers(copy['server.notStarted']);
  await edit(JSON.stringify({ ...settings, windows: { campaign2023: { start: null, end: '2023-08-01T09:59:58+08:00' } } }));
  await answers(copy['server.ended']);
  const moved: RuntimeSettings = { ...settings, signing: { signer: 'aes-128-ecb', key: '0123456789abcdef' }, activity2023: { ...settings.activity2023, isDirect: 'b7d1' } };
  await edit(JSON.stringify(moved));
  await answers('', 'b7d1', moved.signing);
  await edit(JSON.stringify(settings));
  await answers('');
});

it('limits calls per user, in the envelope', async () => {
  const [busy, other] = [await addHousehold(server.queries), await addHousehold(server.queries)];
  const answers = await Promise.all(Array.from({ length: 90 }, () => callAs(busy, server.url, 'getMyPrize')));
  expect(answers.filter(({ code }) => code === 429).length).toBeGreaterThanOrEqual(10);
  expect(answers.find(({ code }) => code === 429)).toEqual({ code: 429, msg: copy['server.busy'], data: null });
  expect((await callAs(other, server.url, 'getMyPrize')).code).toBe(0);
});
