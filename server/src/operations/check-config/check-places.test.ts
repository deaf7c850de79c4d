import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { afterEach, expect, it } from 'vitest';
import { readEnvironment } from '../../program/environment.ts';
import { ownAuthority } from '../../testing/own-authority.ts';
import { testEnvironment } from '../../testing/test-server.ts';
import { certificateProblem, checkPlaces } from './check-places.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('names a certificate that browsers refuse, with the page of the runbook', async () => {
  server = createServer(ownAuthority);
  await once(server.listen(0, 'localhost'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const variables = testEnvironment('/nowhere', { PUBLIC_API_ORIGIN: `https://localhost:${port}` });
  const found = await checkPlaces(readEnvironment({ ...variables, PUBLIC_HOST_ORIGIN: 'https://localhost:1' }));
  expect(found.filter(({ about }) => about.startsWith('PUBLIC_'))).toEqual([
    {
      about: 'PUBLIC_API_ORIGIN',
      problem: 'browsers refuse its certificate: DEPTH_ZERO_SELF_SIGNED_CERT (docs/runbook.md#certificate-ends)',
    },
  ]);
});

it.each([
  ['Dec 22 10:00:00 2026 GMT', null],
  ['Nov 25 10:00:00 2026 GMT', null],
  ['Nov 25 09:59:59 2026 GMT', 'its certificate ends on 2026-11-25: renew it'],
  ['Nov 20 10:00:00 2026 GMT', 'its certificate ends on 2026-11-20: renew it'],
])('of a certificate that ends %s: %s', (ends, problem) => {
  expect(certificateProblem({ refusal: null, ends }, Date.parse('2026-11-22T10:00:00Z'))).toBe(problem);
});
