import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  IMPORT_MAP_MARKER,
  integrityPath,
  MAP_HASH_LENGTH,
  MAPS_PER_REQUEST,
  pageMarkers,
  readReleaseText,
  type RegistryEntry,
  registryEntrySchema,
} from '@fridge/shared-contracts/page';
import { servedContent } from '../releases/registry/served-registry.ts';
import { testSettings } from '../testing/settings.ts';
import { createHostOrigin } from './host-origin.ts';
import { releaseMaps } from './integrity-maps.ts';

const TEMPLATE = `<!doctype html><head>${IMPORT_MAP_MARKER}
<script type="application/json">${pageMarkers.settings}</script><script type="application/json">${pageMarkers.registry}</script>
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/start-1.js"><link rel="icon" href="/icon.svg" /></head>`;
const CODE = 'go()';
const digestOf = (algorithm: string, text: string) =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;
const UNKNOWN = 'a'.repeat(MAP_HASH_LENGTH);
const HOST_HASH = digestOf('sha256', CODE);

const origin = 'http://localhost:4172';
const releaseOf = (name: string, version: string): RegistryEntry =>
  v.parse(registryEntrySchema, {
    enabled: true,
    title: name,
    description: '',
    version,
    routes: [{ path: `/${name}`, scripts: ['remoteEntry.js'] }],
    entry: `${origin}/${name}/${version}/remoteEntry.js`,
    scripts: ['remoteEntry.js', 'assets/late.js'].map((file) => ({
      file,
      integrity: `sha384-${createHash('sha384')
        .update(name + version + file)
        .digest('base64')}`,
      bytes: 1,
    })),
  });

let folder: string;
let remotes: Record<string, RegistryEntry>;
let content: ReturnType<typeof servedContent>;
const look = vi.fn<() => Promise<void>>();
let app: FastifyInstance;
let url: string;
beforeEach(async () => {
  look.mockReset().mockResolvedValue();
  folder = await mkdtemp(join(tmpdir(), 'integrity-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), TEMPLATE);
  for (const file of ['index-1.js', 'start-1.js', 'late-1.js']) await writeFile(join(folder, 'assets', file), CODE);
  publish({ draw: releaseOf('draw', '1.0.0'), contest: releaseOf('contest', '2.0.0') });
  app = createHostOrigin({
    folder,
    settings: { current: () => ({ ...testSettings, remoteOrigins: [origin] }) },
    registry: { current: () => content },
    clock: { real: () => 0, business: () => 0 },
    pageIdKey: 'a secret of the server',
    configuration: { look },
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

function publish(next: Record<string, RegistryEntry>): void {
  remotes = next;
  content = servedContent({ version: 1, remotes });
}

async function open(path: string) {
  const response = await fetch(url + path);
  const html = await response.text();
  const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  const policy = response.headers.get('content-security-policy') ?? '';
  const integrity: Record<string, string> = JSON.parse(map).integrity;
  return { html, map, integrity, allows: (script: string) => policy.includes(`'${digestOf('sha256', script)}'`) };
}
/** Of what the registry has now. */
const hashOfMap = (name: string) => releaseMaps(content.registry).find((map) => map.name === name)?.hash ?? '';
const pathOf = (name: string) => integrityPath([hashOfMap(name)]);
const ask = (path: string) => fetch(url + path);
/** Of an answer: map and description of each line. */
const read = async (answer: Promise<Response>) => (await (await answer).text()).split('\n').map(readReleaseText);

describe("the page's map", () => {
  it('stands before everything that loads a module, and its policy allows it', async () => {
    const { html, map, allows } = await open('/draw');
    expect(html.indexOf('importmap')).toBeLessThan(html.search(/modulepreload|type="module"/));
    expect(allows(map)).toBe(true);
  });

  it('has the scripts of the host, those that it loads late with the addresses of their retries', async () => {
    const { integrity } = await open('/default');
    expect(integrity).toEqual(
      Object.fromEntries(
        ['index-1.js', 'late-1.js', '~1', '~2', '~3', 'start-1.js'].map((file) => [
          file.startsWith('~') ? `/${file}/assets/late-1.js` : `/assets/${file}`,
          HOST_HASH,
        ]),
      ),
    );
  });

  it("has the scripts of its path's remote and of no other", async () => {
    const { integrity } = await open('/draw');
    const [entry, late] = remotes['draw']?.scripts ?? [];
    expect(integrity).toMatchObject({
      '/assets/index-1.js': HOST_HASH,
      [`${origin}/draw/1.0.0/remoteEntry.js`]: entry?.integrity,
      [`${origin}/~3/draw/1.0.0/assets/late.js?again=3`]: late?.integrity,
    });
    expect(Object.keys(integrity).join(' ')).not.toContain('contest');
  });

  it.each(['/draw', '/default'])('is another one at %s after a release', async (path) => {
    const before = await open(path);
    publish({ ...remotes, draw: releaseOf('draw', '1.1.0') });
    const after = await open(path);
    expect([after.map === before.map, after.allows(after.map)]).toEqual([path === '/default', true]);
  });

  it('leaves out a remote that is switched off, and one without a list', async () => {
    const { draw } = remotes;
    if (!draw) throw new Error('It is published above.');
    for (const other of [{ enabled: false }, { enabled: false, stopped: true }, { scripts: [] }]) {
      publish({ draw: { ...draw, ...other } });
      expect(Object.keys((await open('/draw')).integrity).join(' ')).not.toContain('/draw/');
    }
  });

  it("is repeated in the tags of the host's own scripts, so that their preloads are used", async () => {
    const { html } = await open('/draw');
    expect(html).toContain(`src="/assets/index-1.js" integrity="${HOST_HASH}"></script>`);
    expect(html).toContain(`href="/assets/start-1.js" integrity="${HOST_HASH}">`);
    expect(html).toContain('href="/icon.svg" />');
  });
});

describe("the map of a remote that isn't in the page", () => {
  it('is exactly what the policy allows, for good', async () => {
    const { allows } = await open('/draw');
    const response = await ask(pathOf('contest'));
    const { map, described } = readReleaseText(await response.text());
    expect(allows(map)).toBe(true);
    expect(JSON.parse(map).integrity).toHaveProperty([`${origin}/contest/2.0.0/remoteEntry.js`]);
    const { scripts: _, enabled, stopped, pin, ...entry } = releaseOf('contest', '2.0.0');
    expect([described, enabled, stopped, pin]).toEqual([entry, true, false, null]);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  });

  it('comes with those of others, one a line, without those that are unknown, which may be known later', async () => {
    const { allows } = await open('/default');
    const all = integrityPath([hashOfMap('contest'), hashOfMap('draw')]);
    const [whole, partial] = [await ask(all), await ask(all.replace('-', `-${UNKNOWN}-`))];
    const text = await whole.text();
    expect(text.split('\n').map((line) => allows(readReleaseText(line).map))).toEqual([true, true]);
    expect(await partial.text()).toBe(text);
    expect([whole, partial].map(({ headers }) => headers.get('cache-control'))).toEqual([
      expect.stringContaining('immutable'),
      'no-store',
    ]);
  });

  it('is the same text whatever is switched', async () => {
    const { contest } = remotes;
    const before = pathOf('contest');
    publish({
      ...remotes,
      ...(contest && { contest: { ...contest, enabled: false, offText: '补货中', pin: '2.0.0' } }),
    });
    expect(pathOf('contest')).toBe(before);
  });

  it('is not named, nor allowed, where the remote is stopped', async () => {
    const { contest } = remotes;
    const [[release], before] = [await read(ask(pathOf('contest'))), await open('/draw')];
    publish({ ...remotes, ...(contest && { contest: { ...contest, enabled: false, stopped: true } }) });
    const after = await open('/draw');
    expect([before, after].map(({ allows }) => allows(release?.map ?? ''))).toEqual([true, false]);
    expect(after.html).not.toContain('"integrity":{"contest"');
  });

  it('is served on to pages that were opened before the next release', async () => {
    const { allows } = await open('/draw');
    const before = pathOf('contest');
    publish({ ...remotes, contest: releaseOf('contest', '2.1.0') });
    expect((await read(ask(before))).map(({ map }) => allows(map))).toEqual([true]);
    expect((await ask(pathOf('contest'))).status).toBe(200);
  });

  it('is served on however many releases another remote has meanwhile', async () => {
    await open('/draw');
    const before = pathOf('contest');
    publish({ ...remotes, contest: releaseOf('contest', '2.1.0') });
    for (let patch = 0; patch < 250; patch += 1) {
      publish({ ...remotes, draw: releaseOf('draw', `1.1.${patch}`) });
      await ask(pathOf('draw'));
    }
    expect((await ask(before)).status).toBe(200);
  });

  it('has another address when the release is moved, and the former one keeps its text', async () => {
    const before = pathOf('contest');
    const text = await (await ask(before)).text();
    const moved = releaseOf('contest', '2.0.0');
    publish({ ...remotes, contest: { ...moved, entry: moved.entry.replace('/contest/', '/elsewhere/') } });
    expect(pathOf('contest')).not.toBe(before);
    expect(await (await ask(before)).text()).toBe(text);
    expect(await (await ask(pathOf('contest'))).text()).toContain('/elsewhere/');
  });

  it('is looked for once, whoever asks, when another process has served the page', async () => {
    const known = remotes;
    publish({ ...known, contest: releaseOf('contest', '2.1.0') });
    const path = pathOf('contest');
    publish(known);
    look.mockImplementation(async () => publish({ ...known, contest: releaseOf('contest', '2.1.0') }));
    const answers = await Promise.all([ask(path), ask(path)]);
    expect([answers.map(({ status }) => status), look.mock.calls.length]).toEqual([[200, 200], 1]);
  });

  it('is not there while the database is away', async () => {
    look.mockRejectedValue(new Error('away'));
    expect((await ask(integrityPath([UNKNOWN]))).status).toBe(404);
  });

  it.each([
    ['another release', integrityPath([UNKNOWN])],
    ['too many', integrityPath(Array.from({ length: MAPS_PER_REQUEST + 1 }, () => UNKNOWN))],
    ['no hash', '/integrity/contest.json'],
    ['half a character', `/integrity/contest/%E0%A4/${'a'.repeat(24)}.json`],
    ['a way out', '/integrity/contest/2.0.0/..%2f..%2fpackage.json'],
    ['no map', '/integrity/contest'],
  ])('is not there for %s', async (_, path) => {
    const response = await fetch(url + path);
    expect(response.headers.get('content-type')).not.toContain('json');
  });
});
