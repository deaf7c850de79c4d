import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractText, formatDateTime } from '@fridge/shared-contracts';
import { pageMarkers, REGISTRY_ELEMENT_ID, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/page';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../program/clock.ts';
import { documentText } from '../../documents/documents.ts';
import { revokedTeamKeys } from '../teams/tables.ts';
import { keyIdOf } from '../teams/team-keys.ts';
import { startTestServer, testOrigin, type TestServer } from '../../testing/test-server.ts';
import { words } from './preview-words.ts';
import { MOST_PER_TEAM, prunePreviews, storePreview } from './previews.ts';
import { insertRelease } from '../registry/releases.ts';
import { releases } from '../tables.ts';
import { releaseLink } from './release-links.ts';
import { previews } from './tables.ts';

const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
const sender = { team: 'picnic', keyId: keyIdOf(publicKey) };
const baseUrl = 'http://localhost:5199/';
const file = (name: string) => ({ file: name, integrity: `sha384-${'a'.repeat(64)}`, bytes: 1 });
const release = v.parse(releaseSchema, {
  name: 'picnic',
  version: '1.4.0+a',
  contract: contractText,
  title: '野餐',
  description: '',
  entry: 'remoteEntry-1.js',
  scripts: [file('remoteEntry-1.js')],
  styles: [file('assets/style-1.css')],
  routes: [{ path: '/picnic', scripts: ['remoteEntry-1.js'] }, '/picnic/rule'],
  picture: null,
  bridge: [],
  requires: [],
  calls: ['/team/picnic/baskets'],
  publicParameters: [],
});
const team = {
  remotes: ['picnic'],
  origins: ['https://picnic.example'],
  backend: null,
  keys: [{ id: sender.keyId, publicKey }],
};

let folder: string;
let server: TestServer;
let host: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'previews-'));
  await mkdir(join(folder, 'host'));
  await writeFile(
    join(folder, 'host', 'index.html'),
    `<!doctype html><head><script type="application/json" id="${SETTINGS_ELEMENT_ID}">${pageMarkers.settings}</script>
<script type="application/json" id="${REGISTRY_ELEMENT_ID}">${pageMarkers.registry}</script></head><body></body>`,
  );
  server = await startTestServer({ LISTENERS: 'api,host', HOST_FILES: join(folder, 'host') });
  host = `http://localhost:${server.ports.host}`;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await server.queries.delete(previews);
  await server.queries.delete(revokedTeamKeys);
  await change('settings', { previews: true });
  await change('teams', { teams: { picnic: team } });
});

const by = { by: 'test', why: '', way: 'command' } as const;
const change = (name: 'settings' | 'teams' | 'registry', document: object) =>
  server.services.configuration.change(name, by, () => documentText(document));
const store = (id: string | null = null, build: Partial<typeof release> = {}) =>
  storePreview(server.queries, sender, { release: { ...release, ...build }, baseUrl, id }, server.clock.real());
const get = (path: string, cookie = '', headers: Record<string, string> = {}) =>
  fetch(host + path, { redirect: 'manual', headers: { ...(cookie !== '' && { cookie }), ...headers } });
const blockOf = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ?? 'null');

/** As the button of the page that asks. */
const press = (path: string, cookie = '', headers: Record<string, string> = { origin: testOrigin }) =>
  fetch(host + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(),
    headers: { ...(cookie !== '' && { cookie }), ...headers },
  });
const cookieOf = (opened: Response) => opened.headers.get('set-cookie')?.split(';')[0] ?? '';

/** @returns the cookie of a visit of a new preview */
const visit = async (): Promise<string> => cookieOf(await press(`/preview/${(await store())?.link}`));
const shows = async (cookie: string): Promise<boolean> => {
  const { registry } = blockOf(await (await get('/picnic', cookie)).text(), REGISTRY_ELEMENT_ID) as Shown;
  return Object.hasOwn(registry.remotes, 'picnic');
};
/** Of a page's block. */
type Shown = { registry: { remotes: object }; preview?: unknown };

it('asks first: who made it, what it is, and where and until when it runs', async () => {
  const stored = await store(null, { title: '<b>野餐</b>' });
  const asked = await get(`/preview/${stored?.link}`);
  const text = await asked.text();
  expect([asked.status, asked.headers.get('set-cookie')]).toEqual([200, null]);
  const until = formatDateTime(stored?.expiresAt ?? 0);
  for (const told of ['picnic', '&lt;b&gt;野餐', '1.4.0-preview.a', 'http://localhost:5199', '/picnic/rule', until])
    expect(text).toContain(told);
  expect(text).not.toContain('<script');
  expect(asked.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  );
  expect(Object.fromEntries(asked.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-frame-options': 'DENY',
  });
  expect(await (await get('/picnic')).text()).not.toContain('preview-client');
});

it('gives the browser of its button a cookie and the first route, once', async () => {
  const stored = await store();
  const opened = await press(`/preview/${stored?.link}`);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/picnic']);
  const cookie = opened.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^__Host-preview=[\w-]{43}; Max-Age=43\d{3}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  for (const again of [press, get]) expect((await again(`/preview/${stored?.link}`)).status).toBe(410);
  const own = cookieOf(opened);
  expect((await get(`/preview/${stored?.link}`, own)).headers.get('location')).toBe('/picnic');
  expect(await shows(own)).toBe(true);
  expect(server.logged.join()).not.toContain(stored?.link ?? '');
});

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a frame or a page without an origin', { origin: 'null' }],
  ['a script of a page of the host', { origin: testOrigin, 'sec-fetch-dest': 'empty' }],
  ['what names no origin', {}],
])('is neither opened nor ended by %s', async (_, headers: Record<string, string>) => {
  const stored = await store();
  const refused = await press(`/preview/${stored?.link}`, '', headers);
  expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
  const cookie = cookieOf(await press(`/preview/${stored?.link}`));
  expect((await press('/preview/end', cookie, headers)).status).toBe(403);
  expect(await shows(cookie)).toBe(true);
});

it.each([['HEAD'], ['GET'], ['PUT']])('is not used up by a %s', async (method) => {
  const stored = await store();
  await fetch(`${host}/preview/${stored?.link}`, { method });
  expect((await press(`/preview/${stored?.link}`)).status).toBe(303);
});

it('is shown at its own routes alone: other pages of the visit, and /remotes.json, are the released ones', async () => {
  const usual = await get('/');
  const cookie = await visit();
  const other = await get('/', cookie);
  const text = await other.text();
  expect(text).not.toContain('remoteEntry-1.js');
  expect(text).not.toContain('http://localhost:5199');
  expect(other.headers.get('content-security-policy')).toBe(usual.headers.get('content-security-policy'));
  const block = blockOf(text, REGISTRY_ELEMENT_ID) as Shown;
  const about = { name: 'picnic', version: '1.4.0-preview.a', paths: ['/picnic', '/picnic/rule'] };
  expect(block.preview).toEqual({ ...about, shown: false });
  expect(block.registry.remotes).not.toHaveProperty('picnic');
  const own = blockOf(await (await get('/picnic/rule?a=1', cookie)).text(), REGISTRY_ELEMENT_ID) as Shown;
  expect(own.preview).toEqual({ ...about, shown: true });
  expect(await (await get('/remotes.json', cookie)).text()).not.toContain('picnic');
});

it('shows the build to its visit under a policy of its own, uncached and uncounted', async () => {
  const page = await get('/picnic', await visit());
  const html = await page.text();
  const { registry, preloadLinks } = blockOf(html, REGISTRY_ELEMENT_ID) as Record<string, Record<string, unknown>>; // a page's block
  expect(registry?.['remotes']).toMatchObject({
    picnic: { enabled: true, version: '1.4.0-preview.a', entry: `${baseUrl}remoteEntry-1.js` },
  });
  expect(Object.keys(preloadLinks ?? {})).toEqual(['/picnic']);
  expect(blockOf(html, SETTINGS_ELEMENT_ID)).toMatchObject({ remoteOrigins: ['http://localhost:5199'] });
  expect(html).toContain(`<script type="module" crossorigin src="${baseUrl}@remote-kit/preview-client.js"></script>`);
  const policy = page.headers.get('content-security-policy');
  for (const kind of ['script', 'style', 'img', 'media', 'font', 'connect'])
    expect(policy).toMatch(new RegExp(`${kind}-src [^;]*http://localhost:5199`));
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('server-timing')).not.toContain('page;');
});

it.each(['/', '/picnic', '/remotes.json'])('changes nothing of %s for anybody else', async (path) => {
  const answer = async (cookie: string) => {
    const response = await get(path, cookie);
    const kept = ['content-security-policy', 'cache-control', 'vary', 'etag', 'content-type'];
    return [await response.text(), ...kept.map((name) => response.headers.get(name))];
  };
  await change('settings', { previews: false });
  const before = await answer('');
  await change('settings', { previews: true });
  await visit();
  expect(await answer('')).toEqual(before);
  expect(await answer(`__Host-preview=${'A'.repeat(43)}`)).toEqual(before);
  expect(await answer('__Host-preview=x; other=1')).toEqual(before);
});

it('shows a later build at the next view, and keeps link and visit', async () => {
  const stored = await store();
  const cookie = cookieOf(await press(`/preview/${stored?.link}`));
  const next = await store(stored?.id, { entry: 'remoteEntry-2.js', scripts: [file('remoteEntry-2.js')] });
  expect(next).toMatchObject({ id: stored?.id, link: stored?.link, isNew: false });
  expect(await (await get('/picnic', cookie)).text()).toContain('remoteEntry-2.js');
});

it('loads its client from an address that looks like a marker of the page', async () => {
  const address = `${baseUrl}${pageMarkers.settings}/`;
  const stored = await storePreview(
    server.queries,
    sender,
    { release, baseUrl: address, id: null },
    server.clock.real(),
  );
  const cookie = cookieOf(await press(`/preview/${stored?.link}`));
  expect(await (await get('/picnic', cookie)).text()).toContain(`src="${address}@remote-kit/preview-client.js"`);
});

it('is given to its own team and remote alone', async () => {
  const stored = await store();
  expect(await store(stored?.id, { name: 'other' })).toBeNull();
  const other = { team: 'other', keyId: sender.keyId };
  const asked = { release, baseUrl, id: stored?.id ?? null };
  expect(await storePreview(server.queries, other, asked, server.clock.real())).toBeNull();
});

it.each([
  ['previews are switched off', () => change('settings', { previews: false })],
  ['the key is taken out', () => change('teams', { teams: { picnic: { ...team, keys: [] } } })],
  ['the team is removed', () => change('teams', { teams: {} })],
  ['the team loses the name', () => change('teams', { teams: { picnic: { ...team, remotes: ['other'] } } })],
  [
    'the key is revoked',
    () =>
      server.queries
        .insert(revokedTeamKeys)
        .values({ keyId: sender.keyId, changedBy: 'test', way: 'command', changedAt: new Date() }),
  ],
  ['it has expired', () => server.queries.update(previews).set({ expiresAt: new Date(server.clock.real()) })],
  ['its time is over and swept', () => prunePreviews(server.queries, server.clock.real() + 13 * HOUR_MS)],
])('ends once %s, link and visit', async (_, happens) => {
  const cookie = await visit();
  const unused = await store();
  expect(await shows(cookie)).toBe(true);
  await happens();
  expect(await shows(cookie)).toBe(false);
  expect([403, 410]).toContain((await get(`/preview/${unused?.link}`)).status);
});

it('is shown of a remote that is off, and not of one that is stopped', async () => {
  const cookie = await visit();
  const switchTo = async (decision: object | null) => {
    const remotes = decision === null ? {} : { picnic: { enabled: true, release: 'latest', ...decision } };
    await change('registry', { version: 2, remotes });
    await server.services.registry.refresh();
  };
  const loadsBuild = async () => (await (await get('/picnic', cookie)).text()).includes(baseUrl);
  try {
    await switchTo({ enabled: false });
    expect(await loadsBuild()).toBe(true);
    await switchTo({ stopped: true });
    expect(await loadsBuild()).toBe(false);
    await switchTo({});
    expect(await loadsBuild()).toBe(true);
  } finally {
    await switchTo(null);
  }
});

it('is left by the button of /preview/end', async () => {
  const cookie = await visit();
  const asked = await get('/preview/end', cookie);
  expect([asked.status, asked.headers.get('set-cookie')]).toEqual([200, null]);
  expect(await shows(cookie)).toBe(true);
  const ended = await press('/preview/end', cookie);
  expect([ended.status, ended.headers.get('location')]).toEqual([303, '/']);
  expect(ended.headers.get('set-cookie')).toContain('__Host-preview=; Max-Age=0;');
  expect(await shows(cookie)).toBe(false);
  expect((await get('/preview/end')).headers.get('location')).toBe('/');
});

it('makes room for a team’s newest', async () => {
  const cookie = await visit();
  for (let made = 1; made < MOST_PER_TEAM; made += 1) await store();
  expect(await shows(cookie)).toBe(true);
  await store();
  expect(await shows(cookie)).toBe(false);
});

describe('the link of a published release', () => {
  const published = { ...release, version: '1.5.0+b' };
  const clock = () => server.services.clock;
  const link = async (key: typeof sender | null = sender, version = published.version, ageMs = 0) => {
    const signing = { ...server.services, clock: { ...clock(), real: () => Date.now() - ageMs } };
    const { url } = await releaseLink({ name: 'picnic', version }, key ?? undefined, signing);
    return new URL(url).pathname;
  };
  beforeEach(async () => {
    await server.queries.delete(releases);
    const later = { ...release, version: '2.0.0', contract: '9.0' };
    for (const each of [published, later])
      await insertRelease(server.queries, { release: each, baseUrl: 'https://picnic.example/1.5.0/' }, by, clock());
  });

  it('asks first, then shows it to each browser that opens it, whatever the setting says of unchecked builds', async () => {
    await change('settings', { previews: false });
    const address = await link();
    const asked = await get(address);
    const text = await asked.text();
    expect([asked.status, asked.headers.get('set-cookie')]).toEqual([200, null]);
    for (const told of [words.open.publishedLead, 'picnic', '1.5.0-preview.b', 'https://picnic.example'])
      expect(text).toContain(told);
    for (const opened of [await press(address), await press(address)]) {
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/picnic']);
      const page = await get('/picnic', cookieOf(opened));
      const html = await page.text();
      expect(blockOf(html, REGISTRY_ELEMENT_ID)).toMatchObject({
        registry: { remotes: { picnic: { entry: 'https://picnic.example/1.5.0/remoteEntry-1.js' } } },
        preview: { name: 'picnic', version: '1.5.0-preview.b', shown: true },
      });
      expect(html).not.toContain('preview-client');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('server-timing')).not.toContain('page;');
    }
    expect(await shows('')).toBe(false);
    const ended = await press('/preview/end', cookieOf(await press(address)));
    expect(ended.headers.get('set-cookie')).toMatch(/^__Host-preview=; Max-Age=0/);
  });

  it.each([
    ['after a day', () => link(sender, undefined, DAY_MS + 1_000)],
    ['of a release that is not there', () => link(sender, '9.9.9')],
    ['of a release for a later host', () => link(sender, '2.0.0')],
    ['that was changed', async () => (await link()).replace(/\.[^.]+$/, `.${'a'.repeat(43)}`)],
    [
      'of a revoked key',
      async () => {
        await server.queries
          .insert(revokedTeamKeys)
          .values({ keyId: sender.keyId, changedBy: 'a', why: '', way: 'command', changedAt: new Date() });
        return link();
      },
    ],
    [
      'of a name that its team has no more',
      async () => {
        await change('teams', { teams: { picnic: { ...team, remotes: [] } } });
        return link();
      },
    ],
    [
      'of a release that was removed',
      async () => {
        await server.queries.update(releases).set({ removedAt: new Date() });
        return link();
      },
    ],
  ])('%s opens nothing, and ends what it opened', async (_, make) => {
    const address = await make();
    for (const answer of [await get(address), await press(address)]) {
      expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining(words.over.lead)]);
      expect(answer.headers.get('set-cookie')).toBe(null);
    }
    expect(await shows(`__Host-preview=${address.split('/').at(-1)}`)).toBe(false);
  });

  it('of an operator needs no team', async () => {
    await change('teams', { teams: {} });
    const address = await link(null);
    expect(await (await get(address)).text()).not.toContain(`<dt>${words.open.team}</dt>`);
    expect((await press(address)).status).toBe(303);
  });
});
