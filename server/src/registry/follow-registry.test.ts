import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOperator } from '../testing/operator.ts';
import { startPostgres } from '../testing/postgres.ts';
import { type ReleaseOrigin, serveRelease } from '../testing/release-origin.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** A change is in force everywhere (issue: two processes on one PostgreSQL). */
const FOLLOWED_WITHIN_MS = 5_000;

const postgres = await startPostgres();
const servers: TestServer[] = [];
const origins: ReleaseOrigin[] = [];
beforeAll(async () => {
  if (postgres === null) return;
  const variables = { DATABASE_URL: await postgres.database('registry') };
  servers.push(await startTestServer(variables), await startTestServer(variables));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  origins.forEach((origin) => origin.close());
  await postgres?.stop();
});

const ask = async (server: TestServer | undefined, request: object) =>
  (await askOperator(join(server?.folder ?? '', 'operator.sock'), { by: 'wang', ...request }))[0];

describe.skipIf(postgres === null)('two processes on one PostgreSQL', () => {
  it('serve the same after a publication, a switch and a roll-back in the other', async () => {
    const [here, there] = servers;
    const shown = () => {
      const { enabled, version } = there?.services.registry.current().registry.remotes['draw'] ?? {};
      return `${enabled} ${version}`;
    };
    const follows = (expected: string) => expect.poll(shown, { timeout: FOLLOWED_WITHIN_MS }).toBe(expected);
    const publish = async (version: string) => {
      const origin = await serveRelease({ description: { version } });
      origins.push(origin);
      expect(await ask(here, { command: 'registry.publish', address: origin.address, move: true })).toMatchObject({
        ok: true,
      });
    };
    await publish('1.0.0');
    await follows('true 1.0.0');
    await publish('1.1.0');
    await follows('true 1.1.0');
    await ask(here, { command: 'registry.rollback', name: 'draw' });
    await follows('true 1.0.0');
    await ask(here, { command: 'registry.switch', name: 'draw', enabled: false });
    await follows('false 1.0.0');
    expect(there?.services.settings.current().remoteOrigins).toEqual(
      expect.arrayContaining(origins.map(({ origin }) => origin)),
    );
  });

  it('give one outcome where both publish different builds of one version', async () => {
    const [first, second] = await Promise.all(
      ['一', '二'].map((title) =>
        serveRelease({ description: { name: 'twice', routes: [{ path: '/twice' }], title } }),
      ),
    );
    if (first === undefined || second === undefined) throw new Error('Two releases are served.');
    origins.push(first, second);
    const answers = await Promise.all([
      ask(servers[0], { command: 'registry.publish', address: first.address, move: true }),
      ask(servers[1], { command: 'registry.publish', address: second.address, move: true }),
    ]);
    expect(answers.map((answer) => answer?.ok).toSorted()).toEqual([false, true]);
    expect(answers.map((answer) => answer?.error).join()).toContain('was published already, as another build');
  });
});
