import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FIRST_SCREEN_MARKER,
  FIRST_STYLES_MARKER,
  HOST_SHELLS_FILE,
  IMPORT_MAP_MARKER,
  pageMarkers,
  registryEntrySchema,
} from '@fridge/shared-contracts/page';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servedContent } from '../releases/registry/served-registry.ts';
import { testShells } from '../testing/host-shells.ts';
import { testSettings } from '../testing/settings.ts';
import { createHostOrigin } from './host-origin.ts';

const TEMPLATE = `<!doctype html><html lang="zh-CN"><head><meta name="theme-color" content="" /><title>冰箱活动</title>
${FIRST_STYLES_MARKER}</head><body>${FIRST_SCREEN_MARKER}
<script type="application/json">${pageMarkers.settings}</script><script type="application/json">${pageMarkers.registry}</script>
${IMPORT_MAP_MARKER}<script>go()</script><div id="root"></div></body></html>`;

const integrity = `sha384-${'a'.repeat(64)}`;
const file = { file: 'shells/a', integrity, bytes: 1 };
const shell = {
  header: {},
  styles: file,
  markups: [{ skins: [0, 1, 2], period: 'any', markup: file }],
};
/** As markup and as styles. */
const TEXT = `${IMPORT_MAP_MARKER} ${pageMarkers.registry} $&`;
const remoteOf = (name: string, path: string, change: object = {}) =>
  v.parse(registryEntrySchema, {
    enabled: true,
    title: name,
    description: '',
    routes: [{ path, title: `${name}页`, shell }],
    entry: `http://localhost:4172/${name}/remoteEntry.js`,
    ...change,
  });

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'));
  await writeFile(join(folder, 'index.html'), TEMPLATE);
  await writeFile(join(folder, HOST_SHELLS_FILE), JSON.stringify(testShells));
  const content = servedContent(
    {
      version: 1,
      remotes: { campaign: remoteOf('campaign', '/'), draw: remoteOf('draw', '/draw') },
    },
    [{ name: 'contest', release: remoteOf('contest', '/works', { contract: '2.0' }) }],
  );
  app = createHostOrigin({
    folder,
    settings: { current: () => testSettings },
    registry: { current: () => content },
    clock: { real: () => 0, business: () => 0 },
    pageIdKey: 'a secret of the server',
    shellTexts: { of: async (asked) => (asked === integrity ? TEXT : null) },
    deviceSkins: { of: (sn8) => (sn8 === '0000C001' ? 2 : 0) },
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function open(url: string, sent: Record<string, string> = {}) {
  const { body, headers } = await app.inject({ url, headers: { 'user-agent': 'Mozilla/5.0', ...sent } });
  const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
  const hash = createHash('sha256').update(styles).digest('base64');
  return {
    body,
    styles,
    allows: String(headers['content-security-policy']).includes(
      `style-src 'self' ${testSettings.remoteOrigins.join(' ')} 'sha256-${hash}';`,
    ),
    skin: /<html lang="zh-CN" data-skin="(\d)">/.exec(body)?.[1],
    etag: headers.etag,
  };
}

it('has markup and styles of its route in their places, as they are', async () => {
  const { body, styles, allows } = await open('/draw');
  expect(body).toContain(`<body><div id="first-screen"><header class="plain">draw页</header>`);
  expect(body).toContain(`<div data-shell="/draw">${TEXT}</div>`);
  expect(styles).toContain(TEXT);
  expect(allows).toBe(true);
  expect(body).toContain('<title>draw页</title>');
  expect(body).toContain('<meta name="theme-color" content="#000000" />');
  expect(body.match(/<script/g)).toHaveLength(4);
});

it.each<[string, string | undefined]>([
  ['/draw', '0'],
  ['/draw?brand=1', '1'],
  ['/draw?brand=7&sn8=0000C001', '2'],
  ['/draw?sn8=0000C001#/x?brand=1', '2'],
  ['/draw?brand=0&sn8=0000C001', '0'],
])('of %s has skin %s', async (url, skin) => expect((await open(url)).skin).toBe(skin));

it.each([
  ['/', 'data-shell="/"'],
  ['/index.html?brand=1', 'data-shell="/"'],
  ['/~1/draw', 'data-shell="/draw"'],
  ['/works', 'outdated 0'],
  ['/picnic', 'notFound 0'],
  ['/default', 'hall 0'],
])('of %s shows %s', async (url, shown) => expect((await open(url)).body).toContain(shown));

it('is one and the same for everybody with this skin and these surroundings', async () => {
  const tags = async (urls: string[], sent?: Record<string, string>) =>
    Promise.all(urls.map(async (url) => (await open(url, sent)).etag));
  const browser = await tags(['/draw', '/draw?userId=U1&mobile=13800001001&at=secret', '/draw?sn8=0000A001']);
  const inApp = await tags(['/draw', '/draw?x=1'], { 'user-agent': 'CompanionApp/8.1.0' });
  const inStandIn = await tags(['/draw'], { 'sec-fetch-dest': 'iframe' });
  expect([new Set(browser).size, new Set([...inApp, ...inStandIn]).size]).toEqual([1, 1]);
  expect(new Set([...browser, ...inApp]).size).toBe(2);
  expect(new Set(await tags(['/picnic', '/elsewhere'])).size).toBe(1);
});
