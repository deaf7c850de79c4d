import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageMarkers } from '@fridge/shared-contracts/page';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemoteDecision } from '../releases/registry/registry-document.ts';
import type { ReleaseRecords } from '../releases/registry/resolve-registry.ts';
import { createServedRegistry, type ServedRegistry } from '../releases/registry/served-registry.ts';
import { createVisitors } from '../visits/visitor.ts';
import { testSettings } from '../testing/settings.ts';
import { createHostOrigin } from './host-origin.ts';

const ORIGIN = 'https://activities.example';
const names = ['draw', 'contest', 'report'];
const releases = names.flatMap((name) =>
  ['1.0.0', '1.5.0'].map((version) => ({
    name,
    version,
    baseUrl: `https://${name}.example/${version}/`,
    description: { title: name, description: '', contract: '3.0', entry: 'remoteEntry.js', routes: [`/${name}`] },
  })),
);
const records: ReleaseRecords = {
  names,
  releases,
  promotions: names.map((name) => ({ name, version: '1.0.0', isRollBack: false, contract: '3.0' })),
};
const on: RemoteDecision = { enabled: true, release: 'latest' };
const withCanaries = (percent: number) => {
  const decision = { ...on, canary: { release: '1.5.0', percent } };
  return createServedRegistry({ version: 2, remotes: { draw: decision, contest: decision, report: on } }, records);
};

/** The same in every run. */
const cookieOf = (visitor: number) =>
  createHash('sha256').update(`visitor ${visitor}`).digest('base64url').slice(0, 22);
const asVisitor = (cookie: string) => `__Host-visitor=${cookie}`;

let folder: string;
let origin: FastifyInstance;
let registry: ServedRegistry = withCanaries(0);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'visitors-'));
  const template = `<title>页</title><script type="application/json">${pageMarkers.registry}</script>`;
  await writeFile(join(folder, 'index.html'), template);
  origin = createHostOrigin({
    folder,
    settings: { current: () => testSettings },
    registry: {
      current: (asked) => registry.current(asked),
      discovery: () => registry.discovery(),
      switches: (notice) => registry.switches(notice),
    },
    clock: { real: () => Date.now(), business: () => Date.now() },
    pageIdKey: 'a secret of the server',
    visitors: createVisitors(ORIGIN),
  });
});
afterAll(async () => {
  await origin.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (path: string, cookie?: string, headers: Record<string, string> = {}) =>
  origin.inject({ url: path, headers: { ...headers, ...(cookie !== undefined && { cookie }) } });
const drawOf = (answer: Awaited<ReturnType<typeof ask>>): string =>
  /draw\.example\/(?<version>[\d.]+)\//.exec(answer.body)?.groups?.['version'] ?? 'none';

const visitors = createVisitors(ORIGIN);
const tagOf = (cookie: string) => visitors.of({ headers: { cookie: asVisitor(cookie) } });
const cookies = Array.from({ length: 10_000 }, (_, at) => cookieOf(at));
const tags = cookies.map(tagOf);

/** Which of the cookies get the canary. */
function inCanary(percent: number, remote = 'draw', among = 10_000): Set<string> {
  const served = withCanaries(percent);
  const isIn = (at: number) =>
    served.current({ visitor: tags[at] ?? null }).registry.remotes[remote]?.version === '1.5.0';
  return new Set(cookies.slice(0, among).filter((_, at) => isIn(at)));
}

describe('ten thousand visitors', () => {
  it.each([1, 10, 50])('as many as %d in a hundred get the canary, within 1.5 points', (percent) =>
    expect(Math.abs((inCanary(percent).size / cookies.length) * 100 - percent)).toBeLessThan(1.5),
  );

  it('keep it while it grows from 10 to 25, 50 and 100 %', () => {
    const grown = [10, 25, 50, 100].map((percent) => inCanary(percent));
    for (const [index, before] of grown.slice(0, -1).entries())
      expect([...before].filter((cookie) => grown[index + 1]?.has(cookie) !== true)).toEqual([]);
    expect(grown.at(-1)?.size).toBe(cookies.length);
  });

  it('are chosen for each remote anew', () => {
    const contest = inCanary(50, 'contest', 2_000);
    const both = [...inCanary(50, 'draw', 2_000)].filter((cookie) => contest.has(cookie)).length;
    expect(Math.abs(both / 2_000 - 0.25)).toBeLessThan(0.03);
  });

  it('get over HTTP what their cookie says, on the page and from /remotes.json alike', async () => {
    registry = withCanaries(50);
    const expected = inCanary(50, 'draw', 100);
    for (const cookie of cookies.slice(0, 100))
      for (const path of ['/draw', '/remotes.json'])
        expect(drawOf(await ask(path, asVisitor(cookie)))).toBe(expected.has(cookie) ? '1.5.0' : '1.0.0');
  });
});

describe('a browser', () => {
  const own = cookieOf(1);

  it('gets a cookie with a page, keeps it, and gets none from other answers', async () => {
    const first = (await ask('/draw')).headers['set-cookie'];
    expect(first).toMatch(/^__Host-visitor=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const again = await ask('/draw', String(first).split(';')[0]);
    expect(again.headers['set-cookie']).toBeUndefined();
    for (const path of ['/remotes.json', '/discovery.json', '/switches.json', '/missing.js'])
      expect((await ask(path)).headers['set-cookie']).toBeUndefined();
    expect((await ask('/draw')).headers['set-cookie']).not.toBe(first);
  });

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['an empty one', asVisitor('')],
    ['a short one', asVisitor(own.slice(1))],
    ['a long one', asVisitor(`${own}A`)],
    ['one in quotes', asVisitor(`"${own}"`)],
    ['other characters', asVisitor(`${own.slice(1)}%`)],
    ['a line end', asVisitor(`${own.slice(2)}%0a`)],
    ['the name in capitals', `__HOST-VISITOR=${own}`],
    ['the name without its prefix', `visitor=${own}`],
    ['no value', '__Host-visitor'],
    ['only separators', ';;;=;'],
    ['one of 8 KB', asVisitor('A'.repeat(8_000))],
    ['hundreds of broken ones', Array.from({ length: 400 }, () => asVisitor('A')).join('; ')],
  ])('with %s gets the stable release, and a new cookie', async (_, cookie) => {
    registry = withCanaries(100);
    const page = await ask('/draw', cookie);
    expect([page.statusCode, drawOf(page)]).toEqual([200, '1.0.0']);
    expect(page.headers['set-cookie']).toMatch(/^__Host-visitor=/);
    expect(drawOf(await ask('/remotes.json', cookie))).toBe('1.0.0');
  });

  it('is the visitor of the first sound one of several, with whatever beside it', async () => {
    registry = withCanaries(50);
    const chosen = inCanary(50, 'draw', 100);
    const [inside = ''] = chosen;
    const outside = cookies.find((cookie) => !chosen.has(cookie)) ?? '';
    const [first, second] = [asVisitor(inside), asVisitor(outside)];
    const several = [`a=1; ${first}; ${second}`, `${second};${first}`, `__Host-visitor=broken; ${first}; x`];
    const got = await Promise.all(several.map(async (cookie) => drawOf(await ask('/draw', cookie))));
    expect(got).toEqual(['1.5.0', '1.0.0', '1.5.0']);
  });

  it('with a copied cookie is the same visitor', async () => {
    registry = withCanaries(50);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('/remotes.json', asVisitor(own))));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });
});

describe('the switches', () => {
  it('are the same for everybody, for a cache in between, and a page asks for what has changed', async () => {
    registry = withCanaries(50);
    const answers = await Promise.all(cookies.slice(0, 20).map((cookie) => ask('/switches.json', asVisitor(cookie))));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const { headers, json } = await ask('/switches.json', undefined, { 'accept-encoding': 'gzip' });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3',
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(json).toBeDefined();
    const again = { 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) };
    expect((await ask('/switches.json', undefined, again)).statusCode).toBe(304);
    registry = withCanaries(0);
    expect((await ask('/switches.json', undefined, again)).statusCode).toBe(304);
    registry = createServedRegistry({ version: 2, remotes: { draw: { ...on, stopped: true } } }, records);
    const changed = await ask('/switches.json');
    expect(changed.json()).toEqual({ remotes: { draw: { state: 'stopped', releases: ['1.0.0'] } } });
    expect(changed.headers['set-cookie']).toBeUndefined();
  });

  it('are told to HEAD too', async () => {
    const { statusCode, headers, body } = await origin.inject({ method: 'HEAD', url: '/switches.json' });
    expect([statusCode, headers['cache-control'], body]).toEqual([200, 'public, max-age=3', '']);
  });
});

describe('an answer that depends on a cookie', () => {
  it('is for one browser alone, which is told when its own has changed', async () => {
    const outside = cookies.find((cookie) => !inCanary(50, 'draw', 100).has(cookie)) ?? '';
    for (const path of ['/draw', '/remotes.json']) {
      registry = withCanaries(50);
      const before = await ask(path, asVisitor(outside));
      const again = () => ask(path, asVisitor(outside), { 'if-none-match': String(before.headers.etag) });
      expect(before.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
      expect([drawOf(before), (await again()).statusCode]).toEqual(['1.0.0', 304]);
      registry = withCanaries(100);
      expect(drawOf(await again())).toBe('1.5.0');
    }
  });

  it('is made once for each set of canaries, however many visitors there are', () => {
    const served = withCanaries(50);
    const contents = new Set(tags.slice(0, 1_000).map((visitor) => served.current({ visitor })));
    expect(contents.size).toBe(4);
  });
});

describe('/discovery.json', () => {
  it('tells everybody the same, of stable releases and canaries', async () => {
    registry = withCanaries(10);
    const answers = await Promise.all(
      [undefined, asVisitor(cookieOf(1))].map((cookie) => ask('/discovery.json', cookie)),
    );
    const [first, second] = answers;
    expect(first?.json()).toMatchObject({
      microFrontends: {
        draw: [{ deployment: { traffic: 90, default: true } }, { deployment: { traffic: 10, default: false } }],
        report: [{ metadata: { version: '1.0.0' }, deployment: { traffic: 100, default: true } }],
      },
    });
    expect(second?.body).toBe(first?.body);
    expect(first?.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    });
    const etag = String(first?.headers.etag);
    expect((await ask('/discovery.json', undefined, { 'if-none-match': etag })).statusCode).toBe(304);
  });
});
