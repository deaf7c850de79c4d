import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentText } from '../documents/documents.ts';
import { insertPromotion } from '../releases/registry/releases.ts';
import { documentOf } from '../documents/document-schema.ts';
import { withoutCanaryOf } from '../releases/plan-change.ts';
import { registryDocumentSchema } from '../releases/registry/registry-document.ts';
import { askOperator } from '../testing/operator.ts';
import { type ReleaseOrigin, serveRelease, soundRelease } from '../testing/release-origin.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let folder: string;
let server: TestServer;
const origins = new Map<string, ReleaseOrigin>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-builds-'));
});
afterAll(async () => {
  await server.close();
  origins.forEach((origin) => origin.close());
  await rm(folder, { recursive: true });
});

const by = { by: '王梅', why: 'a test' };
const ask = async (request: object) => {
  const [answer] = await askOperator(join(folder, 'operator.sock'), { ...by, ...request });
  if (answer?.ok !== true) throw new Error(answer?.error);
  return answer.data;
};

/** Of each release of a remote its description. */
const described = (name: string, version: string) => ({
  description: { name, version, routes: [{ path: `/${name}` }], calls: [] },
  contents: { 'assets/chunk-1.js': `export const at = '${version}';` },
});

/** As `npm start` does: a build of each remote on this machine. */
async function startWith(versions: Readonly<Record<string, string>>) {
  const builds = Object.entries(versions).map(async ([name, version]) => {
    const { release, files } = soundRelease(described(name, version));
    const at = join(folder, name, version);
    for (const [file, text] of Object.entries({ ...files, 'release.json': release })) {
      await mkdir(dirname(join(at, file)), { recursive: true });
      await writeFile(join(at, file), text);
    }
    const origin = origins.get(name)?.origin ?? 'http://localhost:1';
    return { address: `${origin}/${version}/`, folder: at, fromSource: false };
  });
  const told = join(folder, 'builds.json');
  await writeFile(told, JSON.stringify(await Promise.all(builds)));
  server = await startTestServer({ STATE_DIR: folder, DEMO: '1', DEMO_BUILDS: told });
}
async function restartWith(versions: Readonly<Record<string, string>>) {
  await server.close();
  await startWith(versions);
}

const pagesGet = () => {
  const { remotes } = server.services.registry.current().registry;
  return Object.fromEntries(Object.entries(remotes).map(([name, { version }]) => [name, version]));
};
const promoteAs = async (name: string, version: string, kind: 'promote' | 'rollback', way: 'team' | 'program') =>
  insertPromotion(server.queries, { name, version }, { by: way, why: '', way, command: kind }, server.clock);
const publish = (name: string, fields: object) =>
  ask({ command: 'publish', address: origins.get(name)?.address, ...fields });

/** What is decided about a build, 1.1.0, that operators publish while 1.0.0 of a start is in force. */
const decisions: Readonly<Record<string, { decide(name: string): Promise<unknown>; stays: string }>> = {
  'ended-by-hand': {
    async decide(name) {
      await publish(name, { canary: 50 });
      await ask({ command: 'canary end', name });
    },
    stays: '1.0.0',
  },
  'taken-back': {
    async decide(name) {
      await publish(name, { canary: 50 });
      const author = { by: 'roll-back', why: '', way: 'program' } as const;
      await server.services.configuration.change('registry', author, (latest) =>
        documentText(withoutCanaryOf(name, documentOf(registryDocumentSchema, latest))),
      );
    },
    stays: '1.0.0',
  },
  running: { decide: (name) => publish(name, { canary: 50 }), stays: '1.0.0' },
  waiting: { decide: (name) => publish(name, { promote: false }), stays: '1.0.0' },
  'rolled-back': {
    async decide(name) {
      await publish(name, {});
      await ask({ command: 'rollback', name });
    },
    stays: '1.0.0',
  },
  'rolled-back-by-its-team': {
    async decide(name) {
      await publish(name, { promote: false });
      await promoteAs(name, '1.1.0', 'promote', 'team');
      await promoteAs(name, '1.0.0', 'rollback', 'team');
    },
    stays: '1.0.0',
  },
  'grown-up': {
    async decide(name) {
      await publish(name, { promote: false });
      await promoteAs(name, '1.1.0', 'promote', 'program');
    },
    stays: '1.1.0',
  },
  'off-after-a-canary': {
    async decide(name) {
      await publish(name, { canary: 50 });
      await ask({ command: 'canary end', name });
      await ask({ command: 'off', name });
    },
    stays: '1.0.0',
  },
  'pinned-and-let-go': {
    async decide(name) {
      await publish(name, { canary: 50 });
      await ask({ command: 'pin', name, release: '1.0.0' });
      await ask({ command: 'pin', name, release: 'latest' });
    },
    stays: '1.0.0',
  },
};
const all = (names: readonly string[], version: string) => Object.fromEntries(names.map((name) => [name, version]));

it('promotes no build that people took back or gave to a part, over any restart', { timeout: 120_000 }, async () => {
  const names = Object.keys(decisions);
  for (const name of names) origins.set(name, await serveRelease(described(name, '1.1.0')));
  await startWith(all(names, '1.0.0'));
  expect(pagesGet()).toMatchObject(all(names, '1.0.0'));
  for (const [name, { decide }] of Object.entries(decisions)) await decide(name);
  await server.services.registry.refresh();
  const decided = Object.fromEntries(Object.entries(decisions).map(([name, { stays }]) => [name, stays]));
  expect(pagesGet()).toMatchObject(decided);
  const document = server.services.configuration.current('registry');
  for (const version of ['1.1.0', '1.1.0', '1.0.0']) {
    await restartWith(all(names, version));
    expect(pagesGet(), `after a start with ${version}`).toMatchObject(decided);
  }
  expect(server.services.configuration.current('registry')).toEqual(document);

  await ask({ command: 'promote', name: 'ended-by-hand', release: '1.1.0' });
  await restartWith(all(names, '1.2.0'));
  expect(pagesGet(), 'a new build').toMatchObject(all(names, '1.2.0'));
  await restartWith({ 'taken-back': '1.1.0', 'rolled-back': '1.1.0', running: '1.0.0' });
  expect(pagesGet(), 'an earlier build').toMatchObject({
    'taken-back': '1.2.0',
    'rolled-back': '1.2.0',
    running: '1.0.0',
  });
});
