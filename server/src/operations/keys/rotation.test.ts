import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import type { Answer, RuntimeSettings } from '@fridge/shared-contracts/page';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueAccessToken } from '../../admission/authorization.ts';
import { readEnvironment } from '../../program/environment.ts';
import { defaultSettings } from '../../documents/settings/default-settings.ts';
import { authorizationOf, pathOf, post, signed } from '../../testing/client.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { startTestServer, testEnvironment, testKeys, type TestServer } from '../../testing/test-server.ts';

const next = {
  CLOUD_KEY: 'the next cloud key of the tests and long enough',
  SIGNING_KEY: 'the next signing key of the tests',
  REPORT_LINK_KEY: 'fedcba9876543210',
};
/** The steps of docs/operations.md, "Rotating keys". */
const steps = {
  before: {},
  announced: {
    CLOUD_KEYS_ACCEPTED: next.CLOUD_KEY,
    SIGNING_KEYS_ACCEPTED: next.SIGNING_KEY,
    REPORT_LINK_KEYS_ACCEPTED: next.REPORT_LINK_KEY,
  },
  changed: {
    ...next,
    // One key a line, since the tests' key has a comma.
    CLOUD_KEYS_ACCEPTED: `${testKeys.CLOUD_KEY}\n`,
    SIGNING_KEYS_ACCEPTED: testKeys.SIGNING_KEY,
    REPORT_LINK_KEYS_ACCEPTED: testKeys.REPORT_LINK_KEY,
  },
  withdrawn: next,
} as const;
type Step = keyof typeof steps;

const folder = mkdtempSync(join(tmpdir(), 'rotation-'));
const data = { DATA_DIR: join(folder, 'data') };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a page opened at this step keeps. */
const pageOf = (step: Step): RuntimeSettings => defaultSettings(readEnvironment(testEnvironment(folder, steps[step])));

/** A user's page with the token that the cloud gave it. */
const open = (step: Step, cloudKey: string, household: TestHousehold) => {
  const { key } = pageOf(step).signing;
  const authorization = issueAccessToken(
    { userId: household.userId, scope: 'full', expiresAt: Date.now() + 600_000 },
    cloudKey,
  ).then((token) => authorizationOf(household.userId, token));
  return async ({ url }: TestServer): Promise<Answer> => {
    const form = signed({ requestId: randomUUID() }, key);
    return post(`${url}${pathOf(drawCalls.draw)}`, form, { authorization: await authorization });
  };
};

describe('a rotation of the keys', () => {
  let household: TestHousehold;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(data);
    household = await addHousehold(server.queries, { drawsLeft: 100 });
  }, 60_000);
  const restartAt = async (step: Step) => {
    await server.close();
    server = await startTestServer({ ...data, ...steps[step] });
  };
  afterAll(() => server.close());

  it(
    'serves pages opened before, during and after it, until the former keys are withdrawn',
    { timeout: 60_000 },
    async () => {
      const old = open('before', testKeys.CLOUD_KEY, household);
      expect((await old(server)).code).toBe(0);
      const early = open('changed', next.CLOUD_KEY, household);
      expect((await early(server)).code).toBe(400);

      await restartAt('announced');
      // Another process has the next step already: its pages and the cloud's new tokens are served here.
      for (const page of [old, early]) expect((await page(server)).code).toBe(0);

      await restartAt('changed');
      for (const page of [old, early, open('changed', testKeys.CLOUD_KEY, household)])
        expect((await page(server)).code).toBe(0);

      await restartAt('withdrawn');
      expect((await early(server)).code).toBe(0);
      expect((await old(server)).code).toBe(400);
      expect((await open('changed', testKeys.CLOUD_KEY, household)(server)).code).toBe(401);
    },
  );
});

it('gives new pages the new keys, and the former ones that links were made with', () => {
  expect([pageOf('before'), pageOf('announced'), pageOf('changed'), pageOf('withdrawn')]).toMatchObject([
    { signing: { key: testKeys.SIGNING_KEY }, reportLinkKey: testKeys.REPORT_LINK_KEY, reportLinkKeysAccepted: [] },
    {
      signing: { key: testKeys.SIGNING_KEY },
      reportLinkKey: testKeys.REPORT_LINK_KEY,
      reportLinkKeysAccepted: [next.REPORT_LINK_KEY],
    },
    {
      signing: { key: next.SIGNING_KEY },
      reportLinkKey: next.REPORT_LINK_KEY,
      reportLinkKeysAccepted: [testKeys.REPORT_LINK_KEY],
    },
    { signing: { key: next.SIGNING_KEY }, reportLinkKey: next.REPORT_LINK_KEY, reportLinkKeysAccepted: [] },
  ]);
  // No page shows what calls may be signed with beside its own key, or a key of the cloud.
  expect(JSON.stringify(pageOf('changed'))).not.toMatch(/the signing key of the tests|cloud key/);
});
