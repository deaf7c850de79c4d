import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../program/clock.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createIdentityKeys } from './identity-keys.ts';
import { identityKeys } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ LISTENERS: 'operations' });
});
afterAll(() => server.close());

it('are renewed daily and removed after two days; what is too old signs nothing', async () => {
  let now = Date.now();
  const keys = createIdentityKeys({ queries: server.queries, clock: { real: () => now } });
  const stored = () => server.queries.$count(identityKeys);
  const sign = () => keys.sign(new SignJWT({}), 'test');
  await keys.renew();
  expect(await stored()).toBe(0);
  await keys.prepare();
  const first = await sign();
  now += DAY_MS - 1;
  await keys.renew();
  expect([await stored(), await sign()]).toEqual([1, first]);
  now += 1;
  await keys.renew();
  expect(await stored()).toBe(2);
  expect(await sign()).not.toBe(first);
  now += DAY_MS + 1;
  await keys.renew();
  expect(await stored()).toBe(2);
  now += 2 * DAY_MS;
  await expect(sign()).rejects.toThrow('no valid identity key');
});
