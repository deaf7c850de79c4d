import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  contractVersion,
  pageMarkers,
  readRegistry,
  registryEntrySchema,
  REGISTRY_ELEMENT_ID,
  SETTINGS_ELEMENT_ID,
} from '@fridge/shared-contracts/page';
import { servedContent, type ServedContent, type ServedRegistry } from '../releases/registry/served-registry.ts';
import { pageSettings, type ServerSettings } from '../documents/settings/server-settings.ts';
import { testSettings } from '../testing/settings.ts';
import { readPageId } from '../visits/page-id.ts';
import { createHostOrigin } from './host-origin.ts';

const TEMPLATE = `<!doctype html><title>页</title>
<script type="application/json" id="${SETTINGS_ELEMENT_ID}">${pageMarkers.settings}</script>
<script type="application/json" id="${REGISTRY_ELEMENT_ID}">${pageMarkers.registry}</script>
<script>go()</script><div id="root"></div>`;
const OFFSET_MS = -86_400_000;
/** Of the program's clock, milliseconds. */
let now = Date.UTC(2023, 7, 1);

const file = (name: string) => ({ file: name, integrity: `sha384-${'a'.repeat(64)}`, bytes: 1 });
const draw = v.parse(registryEntrySchema, {
  enabled: true,
  pin: null,
  title: '幸运大转盘',
  description: '</script><script>bad()</script>',
  routes: [{ path: '/draw', scripts: ['remoteEntry-1.js'] }],
  entry: 'http://localhost:4172/1.0.0/remoteEntry-1.js',
  scripts: [file('remoteEntry-1.js')],
  styles: [file('assets/style-1.css')],
});

let folder: string;
let content: ServedContent;
let settings: ServerSettings;
let opened: FastifyInstance[];
let url: string;
beforeEach(async () => {
  opened = [];
  folder = await mkdtemp(join(tmpdir(), 'host-origin-'));
  settings = testSettings;
  await mkdir(join(folder, 'host'));
  await writeFile(join(folder, 'host', 'index.html'), TEMPLATE);
  writeRegistry({ draw });
  url = await open();
});
afterEach(async () => {
  await Promise.all(opened.map((origin) => origin.close()));
  await rm(folder, { recursive: true, force: true });
});

async function open(registry: Pick<ServedRegistry, 'current'> = { current: () => content }): Promise<string> {
  const origin = createHostOrigin({
    folder: join(folder, 'host'),
    settings: { current: () => settings },
    registry,
    clock: { real: () => now, business: () => now + OFFSET_MS },
    pageIdKey: 'a secret of the server',
  });
  opened.push(origin);
  return origin.listen({ host: '127.0.0.1', port: 0 });
}

const writeRegistry = (remotes: Record<string, unknown>) => {
  content = servedContent(readRegistry({ version: 1, remotes })?.registry ?? { version: 1, remotes: {} });
};
/** Real and business time, of `Server-Timing`. */
const clocksOf = ({ headers }: Response): [real: number, business: number] => {
  const [, real, business] = /^real;desc="(\d+)", business;desc="(\d+)"/.exec(headers.get('server-timing') ?? '') ?? [];
  return [Number(real), Number(business)];
};
const blockOf = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ?? 'null');

describe('the page', () => {
  it('is at the route that a path of before leads to, with its query', async () => {
    writeRegistry({ draw: { ...draw, redirects: [{ from: '/wheel', to: '/draw' }] } });
    const response = await fetch(`${url}/wheel/?brand=1&id=%2F`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/draw?brand=1&id=%2F');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const block = blockOf(await (await fetch(`${url}/open`)).text(), REGISTRY_ELEMENT_ID);
    expect(block).toMatchObject({ registry: { remotes: { draw: { redirects: [{ from: '/wheel', to: '/draw' }] } } } });
  });

  it('may load from where its own releases are served, and from what operators added, and nowhere else', async () => {
    settings = { ...testSettings, remoteOrigins: ['https://added.example'] };
    const policy = async () => (await fetch(`${url}/draw`)).headers.get('content-security-policy') ?? '';
    writeRegistry({ draw: { ...draw, entry: 'https://former.example/draw/1.0.0/remoteEntry-1.js' } });
    expect(await policy()).toContain('https://former.example');
    writeRegistry({ draw: { ...draw, entry: 'https://later.example/draw/1.1.0/remoteEntry-1.js' } });
    const later = await policy();
    for (const origin of ['https://later.example', 'https://added.example']) expect(later).toContain(origin);
    expect(later).not.toContain('https://former.example');
    const html = await (await fetch(`${url}/draw`)).text();
    expect(blockOf(html, SETTINGS_ELEMENT_ID)).toMatchObject({
      remoteOrigins: ['https://added.example', 'https://later.example'],
    });
  });

  it.each([
    ['/', [], ['draw']],
    ['/draw', ['/draw'], []],
    ['/open', [], ['draw']],
    ['/draw/rule', [], ['draw']],
    ['/index.html', [], ['draw']],
    ['/~1/open', [], ['draw']],
  ])(
    'is at %s with the current settings and registry, the links of %j and maps of %j to come',
    async (path, linked, maps) => {
      const response = await fetch(url + path);
      const html = await response.text();
      expect(blockOf(html, SETTINGS_ELEMENT_ID)).toEqual(pageSettings(settings));
      expect(blockOf(html, REGISTRY_ELEMENT_ID)).toEqual({
        registry: { version: 1, remotes: { draw: expect.any(Object) } },
        integrity: Object.fromEntries(maps.map((name) => [name, expect.stringMatching(/^[0-9a-f]{24}$/)])),
        preloadLinks: expect.any(Object),
      });
      const { preloadLinks } = blockOf(html, REGISTRY_ELEMENT_ID) as { preloadLinks: object }; // its shape was just checked
      expect(Object.keys(preloadLinks)).toEqual(linked);
      expect(clocksOf(response)).toEqual([now, now + OFFSET_MS]);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect(response.headers.get('vary')).toBe('accept-encoding');
    },
  );

  it('is the same for every view, with the clocks of each in a header, also of a 304', async () => {
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    now += 60_000;
    const second = await fetch(url, { headers: { 'if-none-match': etag } });
    expect([second.status, await second.text()]).toEqual([304, '']);
    expect(clocksOf(second)[0] - clocksOf(first)[0]).toBe(60_000);
    expect(second.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    settings = { ...settings, shopPage: 'https://shop.example/' };
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it.each(['br', 'gzip'])('is sent as %s', async (encoding) => {
    const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toContain('<div id="root">');
  });

  it('escapes data, and replaces no markers in it', async () => {
    settings = { ...settings, shopPage: `https://shop.example/?${pageMarkers.registry}` };
    const html = await (await fetch(url)).text();
    expect(html.match(/<script/g)).toHaveLength(3);
    expect(blockOf(html, SETTINGS_ELEMENT_ID)).toEqual(pageSettings(settings));
  });

  it('allows its inline script by hash', async () => {
    const policy = (await fetch(url)).headers.get('content-security-policy');
    expect(policy).toMatch(/script-src 'self' .*'sha256-[\w+/=]+'/);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("connect-src 'self' http://localhost:4171");
  });

  it("names a remote that can't be opened, so that its address says so", async () => {
    content = servedContent({ version: 1, remotes: {} }, [{ name: 'draw', release: null }]);
    const { registry } = blockOf(await (await fetch(url)).text(), REGISTRY_ELEMENT_ID) as { registry: unknown };
    expect(readRegistry(registry)?.leftOut).toMatchObject([{ name: 'draw' }]);
    expect(readRegistry(await (await fetch(`${url}/remotes.json`)).json())?.leftOut).toMatchObject([{ name: 'draw' }]);
  });

  it('follows a remote that is switched off at once', async () => {
    await fetch(url);
    writeRegistry({ draw: { ...draw, enabled: false } });
    expect(blockOf(await (await fetch(url)).text(), REGISTRY_ELEMENT_ID)).toMatchObject({
      registry: { remotes: { draw: { enabled: false } } },
    });
  });

  it('is not served for a missing file', async () => expect((await fetch(`${url}/assets/none.js`)).status).toBe(404));
});

it('gives each view an id of its own', async () => {
  const ids = [await fetch(url), await fetch(url), await fetch(url, { method: 'HEAD' })].map(
    ({ headers }) => /page;desc="([^"]+)"/.exec(headers.get('server-timing') ?? '')?.[1],
  );
  for (const id of ids) expect(readPageId(id ?? '', 'a secret of the server', now)).not.toBeNull();
  expect(new Set(ids).size).toBe(3);
});

it('says what operators say to everybody while it is time, in pages and to open ones', async () => {
  const [start, end] = ['2023-07-31T09:00:00+08:00', '2023-07-31T11:00:00+08:00'];
  const told = async () => {
    const [page, switches] = await Promise.all([fetch(`${url}/draw`), fetch(`${url}/switches.json`)]);
    const html = await page.text();
    expect(blockOf(html, SETTINGS_ELEMENT_ID)).not.toHaveProperty('notice');
    return [
      Reflect.get(Object(blockOf(html, REGISTRY_ELEMENT_ID)), 'notice'),
      Reflect.get(await switches.json(), 'notice'),
    ];
  };
  now = Date.parse(start) - OFFSET_MS - 1_000;
  expect(await told()).toEqual([undefined, undefined]);
  settings = { ...testSettings, notice: { text: '今晚维护', start, end } };
  expect(await told()).toEqual([undefined, undefined]);
  now += 1_000;
  expect(await told()).toEqual(['今晚维护', '今晚维护']);
  now = Date.parse(end) - OFFSET_MS + 1_000;
  expect(await told()).toEqual([undefined, undefined]);
  now = Date.UTC(2023, 7, 1);
});

it('tells of a remote that is off what operators say, on its own pages alone', async () => {
  writeRegistry({ draw: { ...draw, enabled: false, offText: '补货中' } });
  const offTextAt = async (path: string) => blockOf(await (await fetch(url + path)).text(), REGISTRY_ELEMENT_ID);
  expect(await offTextAt('/draw')).toMatchObject({ registry: { remotes: { draw: { offText: '补货中' } } } });
  expect(JSON.stringify(await offTextAt('/open'))).not.toContain('补货中');
});

it('tells the switches of what it gives where nothing else is known, as on the stage of the kit', async () => {
  writeRegistry({ draw: { ...draw, version: '1.0.0', enabled: false } });
  expect(await (await fetch(`${url}/switches.json`)).json()).toEqual({
    remotes: { draw: { state: 'off', releases: ['1.0.0'] } },
  });
});

describe('/remotes.json', () => {
  it.each(['br', 'gzip', 'identity'])('is sent as %s, to whoever asks, with a 304 for its tag', async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const first = await fetch(`${url}/remotes.json`, { headers });
    expect(await first.json()).toEqual({ version: 1, remotes: { draw } });
    expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const second = await fetch(`${url}/remotes.json`, { headers: { ...headers, 'if-none-match': etag } });
    expect(second.status).toBe(304);
    for (const { headers: answered } of [first, second]) expect(answered.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['?contract=4.0', { major: 4, minor: 0 }],
    ['?contract=4&contract=5', contractVersion],
    ['?contract=-1', contractVersion],
    ['', contractVersion],
  ])('%s is answered for the host that asks', async (query, contract) => {
    const asked = vi.fn(() => content);
    const own = await open({ current: asked });
    expect((await fetch(`${own}/remotes.json${query}`)).status).toBe(200);
    expect(asked.mock.calls).toEqual([[{ visitor: null, contract }]]);
  });

  it('has another tag for each content and each encoding', async () => {
    const tagOf = async (encoding: string) =>
      (await fetch(`${url}/remotes.json`, { headers: { 'accept-encoding': encoding } })).headers.get('etag');
    const tags = [await tagOf('br'), await tagOf('gzip'), await tagOf('identity')];
    writeRegistry({ draw: { ...draw, enabled: false } });
    tags.push(await tagOf('br'));
    expect(new Set(tags).size).toBe(4);
  });

  it('is sent when it has changed', async () => {
    const etag = (await fetch(`${url}/remotes.json`)).headers.get('etag') ?? '';
    writeRegistry({ draw: { ...draw, enabled: false } });
    const changed = await fetch(`${url}/remotes.json`, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ remotes: { draw: { enabled: false } } });
  });
});
