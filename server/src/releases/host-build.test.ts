import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../program/clock.ts';
import { compress } from '../host-origin/content.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { removeUnusedFiles, serveFiles, storeFiles, UNUSED_FOR_MS } from './file-store.ts';
import { servedFiles } from './tables.ts';
import { type HostBuild, keepHostBuild, readHostBuild } from './host-build.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'host-builds-'));
  server = await startTestServer({ LISTENERS: 'host', HOST_FILES: await layBuild('present') });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const hallOf = (build: string) => `export const hall = ${JSON.stringify(build.repeat(200))};`;

/** Its file with a hash is `assets/hall-<build, 8 letters>.js`. */
async function layBuild(build: string): Promise<string> {
  const dist = join(folder, build);
  const name = join(dist, 'assets', `hall-${build.padEnd(8, '_')}.js`);
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), '<!doctype html>');
  await writeFile(join(dist, 'icon.svg'), '<svg/>');
  await writeFile(name, hallOf(build));
  await writeFile(`${name}.br`, await compress(hallOf(build), 'br'));
  return dist;
}

/** As another process does, or a former one did. */
const keepAsServedAt = async (build: string, at: number): Promise<void> =>
  keepAt(await readHostBuild(await layBuild(build)), at);

const keepAt = (build: HostBuild, at: number): Promise<void> =>
  keepHostBuild(build, { ...server.services, clock: { ...server.services.clock, real: () => at } });

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://localhost:${server.ports.host}${path}`, { headers });
const hallAt = (build: string) => `/assets/hall-${build.padEnd(8, '_')}.js`;

describe('builds of the host', () => {
  it("are kept at the start: a process serves its own build's files when the folder is gone", async () => {
    await rm(join(folder, 'present', 'assets'), { recursive: true });
    const answer = await ask(hallAt('present'));
    expect([answer.status, await answer.text()]).toEqual([200, hallOf('present')]);
  });

  it.each(['', '/~1', '/~3'])('of other processes are served too, below "%s"', async (below) => {
    await keepAsServedAt('next', Date.now());
    const answer = await ask(`${below}${hallAt('next')}`, { 'accept-encoding': 'br' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    });
    expect(await answer.text()).toBe(hallOf('next'));
    expect(
      (await ask(hallAt('next'), { 'accept-encoding': 'br', 'if-none-match': answer.headers.get('etag') ?? '' }))
        .status,
    ).toBe(304);
    expect(await (await ask(hallAt('next'), { range: 'bytes=0-5' })).text()).toBe('export');
  });

  it('have no file without a hash in its name, and none that no build has', async () => {
    const statuses = [
      '/icon.svg.br',
      '/assets/none-12345678.js',
      '/assets/../index-12345678.html',
      '/%2e%2e/a-12345678.js',
    ];
    for (const path of statuses) expect((await ask(path)).status).toBe(404);
  });

  it('are found once their files are there, also when they were looked for before', async () => {
    expect((await ask(hallAt('late'))).status).toBe(404);
    const { files } = await readHostBuild(await layBuild('late'));
    await storeFiles(files, server.services);
    await serveFiles(server.queries, { remote: 'host', version: 'late' }, files);
    expect((await ask(hallAt('late'))).status).toBe(200);
  });

  it('go a month after a process served them last', async () => {
    const { queries, services } = server;
    const now = Date.now();
    await keepAsServedAt('older', now - UNUSED_FOR_MS - 1_000);
    await keepAsServedAt('newest', now - UNUSED_FOR_MS + DAY_MS);
    expect((await ask(hallAt('newest'))).status).toBe(200);
    await removeUnusedFiles(services);
    const paths = (await queries.selectDistinct({ path: servedFiles.path }).from(servedFiles)).map(({ path }) => path);
    expect(paths).toContain(`host${hallAt('newest')}`);
    expect(paths).not.toContain(`host${hallAt('older')}`);
    expect((await ask(hallAt('older'))).status).toBe(404);
    await keepAsServedAt('older', now); // back at it
    expect(await (await ask(hallAt('older'))).text()).toBe(hallOf('older'));
  });

  it('are kept whole again where a part stayed, which a newer build has', async () => {
    const now = Date.now();
    const [shared, own] = await Promise.all(['shared', 'own'].map(async (each) => readHostBuild(await layBuild(each))));
    const both = { id: 'both', files: [...(shared?.files ?? []), ...(own?.files ?? [])] };
    await keepAt(both, now - UNUSED_FOR_MS - 1_000);
    await keepAsServedAt('shared', now);
    await removeUnusedFiles(server.services);
    expect((await ask(hallAt('own'))).status).toBe(404);
    await keepAt(both, now);
    expect(await (await ask(hallAt('own'))).text()).toBe(hallOf('own'));
    expect((await ask(hallAt('shared'))).status).toBe(200);
  });
});
