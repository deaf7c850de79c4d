import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOperator } from '../../testing/operator.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { type ReleaseOrigin, serveRelease } from '../../testing/release-origin.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** A change is in force everywhere (issue: two processes on one PostgreSQL). */
const FOLLOWED_WITHIN_MS = 5_000;

const postgres = await startPostgres();
const servers: TestServer[] = [];
const origins: ReleaseOrigin[] = [];
let variables: Record<string, string> = {};
beforeAll(async () => {
  if (postgres === null) return;
  const folder = await mkdtemp(join(tmpdir(), 'follow-'));
  await writeFile(join(folder, 'index.html'), '<title>页</title>');
  variables = { DATABASE_URL: await postgres.database('registry'), LISTENERS: 'api,host', HOST_FILES: folder };
  servers.push(await startTestServer(variables), await startTestServer(variables));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  origins.forEach((origin) => origin.close());
  await postgres?.stop();
  await rm(variables['HOST_FILES'] ?? '', { recursive: true, force: true });
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
      expect(await ask(here, { command: 'publish', address: origin.address, move: true })).toMatchObject({
        ok: true,
      });
    };
    await publish('1.0.0');
    await follows('true 1.0.0');
    await publish('1.1.0');
    await follows('true 1.1.0');
    await ask(here, { command: 'rollback', name: 'draw' });
    await follows('true 1.0.0');
    await ask(here, { command: 'off', name: 'draw' });
    await follows('false 1.0.0');
  });

  it('give each of a hundred visitors the same of a canary as it grows, also after a restart', async () => {
    const [here, there] = servers;
    for (const version of ['1.0.0', '1.5.0']) {
      const origin = await serveRelease({ description: { name: 'grows', version, routes: [{ path: '/grows' }] } });
      origins.push(origin);
      const promote = version === '1.0.0';
      await ask(here, { command: 'publish', address: origin.address, move: true, promote });
    }
    const cookies = Array.from({ length: 100 }, (_, at) =>
      createHash('sha256').update(`${at}`).digest('base64url').slice(0, 22),
    );
    /** Whom a process gives the canary. */
    const inCanary = async (server: TestServer | undefined) => {
      const address = `http://localhost:${server?.ports.host}/remotes.json`;
      const headersOf = (cookie: string) => ({ headers: { cookie: `__Host-visitor=${cookie}` } });
      const answers = await Promise.all(
        cookies.map(async (cookie) => (await fetch(address, headersOf(cookie))).text()),
      );
      return cookies.filter((_, at) => answers[at]?.includes('"version": "1.5.0"'));
    };
    let before: string[] = [];
    for (const [percent, server, other] of [
      [10, here, there],

      [50, there, here],
    ] as const) {
      const canary = { release: '1.5.0', percent };
      expect(await ask(server, { command: 'canary', name: 'grows', ...canary })).toMatchObject({ ok: true });
      const chosen = await inCanary(server);
      await expect.poll(() => inCanary(other), { timeout: FOLLOWED_WITHIN_MS }).toEqual(chosen);
      expect(chosen).toEqual(expect.arrayContaining(before));
      expect(chosen.length).toBeGreaterThan(before.length);
      before = chosen;
    }
    const restarted = await startTestServer(variables);
    servers.push(restarted);
    expect(await inCanary(restarted)).toEqual(before);
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
      ask(servers[0], { command: 'publish', address: first.address, move: true }),
      ask(servers[1], { command: 'publish', address: second.address, move: true }),
    ]);
    expect(answers.map((answer) => answer?.ok).toSorted()).toEqual([false, true]);
    expect(answers.map((answer) => answer?.error).join()).toContain('was published already, as another build');
  });
});
