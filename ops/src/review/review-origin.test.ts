import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askServer } from '../ask-server.ts';
import { runCli } from '../commands/run-cli.ts';
import { freeHostPort, originOf, planPorts } from '../product/ports.ts';
import { type RunningServer, startServer } from '../product/server-process.ts';
import { inRepository, stateFolderAt } from '../workspace.ts';
import { beginKeys, makeKey, takeKey } from './one-time-keys.ts';
import { openReview } from './review-origin.ts';

let folder: string;
let server: RunningServer;
let review: FastifyInstance;
let port: number;
let state: { operatorSocket: string; reviewKeys: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'review-'));
  state = stateFolderAt(folder);
  const ports = planPorts(String(await freeHostPort()));
  const variables = {
    PATH: process.env['PATH'],
    DEMO: '1',
    LISTENERS: 'api',
    API_PORT: String(ports.server),
    STATE_DIR: folder,
  };
  server = await startServer(
    [process.execPath, '--import', 'tsx', inRepository('server/src/main.ts')],
    variables,
    `${originOf(ports.server)}/live`,
    false,
  );
  port = ports.review;
  review = await openReview(port, state);
});
afterAll(async () => {
  await review.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

type Answered = { status: number; location: string; cookie: string; text: string; headers: Record<string, unknown> };

/** A request with exactly these headers: fetch wouldn't let a test choose its host or origin. */
function send(
  method: 'GET' | 'HEAD' | 'POST',
  path: string,
  headers: Record<string, string> = {},
  form?: Record<string, string>,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const body = form && new URLSearchParams(form).toString();
    const own = {
      host: `localhost:${port}`,
      ...(body !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      }),
    };
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...own, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? '',
            cookie: (response.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '',
            text: Buffer.concat(parts).toString(),
            headers: response.headers,
          }),
        );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const ownOrigin = () => ({ origin: `http://localhost:${port}` });

async function begin(name = '王梅'): Promise<Record<string, string>> {
  const { cookie } = await send('GET', `/enter?key=${await makeKey(state.reviewKeys)}`);
  await send('POST', '/name', { cookie, ...ownOrigin() }, { name });
  return { cookie };
}

describe('the way in', () => {
  it('opens once, and its cookie is for this page alone', async () => {
    const key = await makeKey(state.reviewKeys);
    const first = await send('GET', `/enter?key=${key}`);
    expect([first.status, first.location]).toEqual([303, '/']);
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await send('GET', `/enter?key=${key}`)).status).toBe(403);
    expect((await send('GET', '/enter?key=../../operator.sock')).status).toBe(403);
  });

  it.each<[string, 'GET' | 'HEAD', Record<string, string>]>([
    ['asks for its head', 'HEAD', {}],
    ['loads it ahead', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
  ])("isn't used up by a request that only %s", async (_, method, headers) => {
    const key = await makeKey(state.reviewKeys);
    const asked = await send(method, `/enter?key=${key}`, headers);
    expect([asked.status, asked.cookie]).toEqual([204, '']);
    expect((await send('GET', `/enter?key=${key}`)).status).toBe(303);
    expect((await send(method, `/enter?key=${key}`, headers)).status).toBe(403);
  });

  it('is printed for the product that opened the page, whatever PORT is', async () => {
    const { code, output } = await runCli(['works', 'review'], { env: { STATE_DIR: folder, PORT: '25000' } });
    expect([code, output]).toEqual([0, expect.stringContaining(`http://localhost:${port}/enter?key=`)]);
  });

  it('is not printed where another product listens, or none', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'review-other-'));
    const link = () => runCli(['works', 'review'], { env: { STATE_DIR: elsewhere } });
    expect(await link()).toMatchObject({
      code: 1,
      output: expect.stringContaining('No product has opened the review page'),
    });
    await beginKeys(stateFolderAt(elsewhere).reviewKeys, port);
    expect(await link()).toMatchObject({
      code: 1,
      output: expect.stringContaining("isn't the review page of this state"),
    });
    await rm(elsewhere, { recursive: true });
  });

  it('expires ten minutes after the link was made', async () => {
    expect(await takeKey(state.reviewKeys, await makeKey(state.reviewKeys), Date.now() + 11 * 60_000)).toBe(false);
  });

  it.each(['/', '/decided', '/pictures/0123456789abcdef0123456789abcdef.jpg'])('is required: %s', async (path) => {
    const { status, text } = await send('GET', path);
    expect([status, text]).toEqual([403, expect.stringContaining('works review')]);
  });

  it('asks for the name first', async () => {
    const { cookie } = await send('GET', `/enter?key=${await makeKey(state.reviewKeys)}`);
    expect((await send('GET', '/', { cookie })).text).toContain('怎么称呼您');
    expect(
      (
        await send(
          'POST',
          '/decide',
          { cookie, ...ownOrigin() },
          { id: 'demopending', revision: '1', decision: 'approved' },
        )
      ).status,
    ).toBe(404);
  });
});

describe('a foreign page', () => {
  it.each<[string, 'GET' | 'POST', Record<string, string>]>([
    ['of another origin', 'POST', { origin: 'http://localhost:4170' }],
    ['of no origin', 'POST', { origin: 'null' }],
    ['that hides its origin', 'POST', {}],
    ['that reads across origins', 'GET', { origin: 'https://evil.example' }],
    [
      'that shows a picture of it',
      'GET',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    [
      'that frames it',
      'GET',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ],
    ['whose name leads to this machine', 'GET', { host: 'evil.example' }],
    [
      'whose name leads to this machine, with the port',
      'POST',
      { host: 'evil.example:4191', origin: 'http://evil.example:4191' },
    ],
  ])('%s gets nothing', async (_, method, headers) => {
    const session = await begin();
    const form = method === 'POST' ? { id: 'demopending', revision: '1', decision: 'approved' } : undefined;
    const {
      status,
      text,
      headers: answered,
    } = await send(method, method === 'POST' ? '/decide' : '/', { ...session, ...headers }, form);
    expect([status, text]).toEqual([403, 'This page answers itself alone.']);
    expect(answered['access-control-allow-origin']).toBeUndefined();
    expect((await askServer(state.operatorSocket, { command: 'works.show', id: 'demopending' })).status).toBe(
      'pending',
    );
  });

  it('can neither frame it nor run scripts in it', async () => {
    const { headers } = await send('GET', '/', await begin());
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

it('listens on loopback alone', () => {
  expect(review.server.address()).toMatchObject({ address: '127.0.0.1' });
});

it("shows the queue, its pictures, and users' words as text", async () => {
  await send('GET', '/');
  const session = await begin('<b>王</b>');
  const { text } = await send('GET', '/', session);
  expect(text).toContain('打开门的那一刻');
  expect(text).toContain('&lt;b&gt;王&lt;/b&gt;');
  const [, picture = ''] = /src="(\/pictures\/[\da-f]{32}\.jpg)"/.exec(text) ?? [];
  expect((await send('GET', picture, session)).headers['content-type']).toBe('image/jpeg');
  expect((await send('GET', '/pictures/..%2f..%2fdata', session)).status).toBe(404);
});

it('decides once, and names the first reviewer to the second', async () => {
  const [first, second] = [await begin('王梅'), await begin('李强')];
  const form = { id: 'demopending', revision: '1', decision: 'rejected', reason: '图片不够清晰，请更换后重新提交' };
  expect((await send('POST', '/decide', { ...first, ...ownOrigin() }, form)).location).toBe('/');
  expect((await send('GET', '/', first)).text).toContain('未通过，用户会看到原因');
  await send('POST', '/decide', { ...second, ...ownOrigin() }, { ...form, decision: 'approved' });
  expect((await send('GET', '/', second)).text).toMatch(/晚了一步：王梅已在\d\d:\d\d退回了这件作品/);
  expect((await send('GET', '/', second)).text).not.toContain('晚了一步');
  const { text } = await send('GET', '/decided', second);
  expect(text).toMatch(/未通过 · 王梅 · .*图片不够清晰/s);
});

it('undoes a decision for some seconds, while users see the work as pending', async () => {
  const [reviewer, other] = [await begin('王梅'), await begin('李强')];
  await askServer(state.operatorSocket, { command: 'works.undo', id: 'demopending', by: '王梅' });
  const decide = (session: Record<string, string>, form: Record<string, string>) =>
    send('POST', '/decide', { ...session, ...ownOrigin() }, { id: 'demopending', revision: '1', ...form });
  const undo = (session: Record<string, string>, id = 'demopending') =>
    send('POST', '/undo', { ...session, ...ownOrigin() }, { id });
  await decide(reviewer, { decision: 'approved' });
  expect((await send('GET', '/', reviewer)).text).toMatch(
    /已通过《图片分享》.*<form method="post" action="\/undo"[^>]*data-left="\d+".*撤销/s,
  );
  expect((await undo(reviewer)).location).toBe('/?work=demopending');
  expect((await send('GET', '/', reviewer)).text).toMatch(/已撤销，《图片分享》回到待审核.*撤销 · 王梅.*通过 · 王梅/s);
  await undo(other);
  expect((await send('GET', '/', other)).text).toContain('没有撤销：这件作品已经回到待审核');
  await undo(other, 'demoapproved');
  expect((await send('GET', '/', other)).text).toContain('没有撤销：超过10秒后，作者可能已经看到结果');
  expect((await send('POST', '/undo', { ...other, ...ownOrigin() }, { id: 'x\r\ny' })).status).toBe(400);
});

it.each(['demo\r\npending', 'demo pending', ''])('refuses a malformed decision on %j', async (id) => {
  expect(
    (await send('POST', '/decide', { ...(await begin()), ...ownOrigin() }, { id, revision: '1', decision: 'approved' }))
      .status,
  ).toBe(400);
});

describe('a prize', () => {
  const drawn = () => askServer(state.operatorSocket, { command: 'draw.list' });
  const award = async (session: Record<string, string>, form: Record<string, string>) =>
    send('POST', '/prize', { ...session, ...ownOrigin() }, form);

  it('can be chosen only for an approved work, from those that are left', async () => {
    await askServer(state.operatorSocket, {
      command: 'draw.set',
      by: 'Li',
      changes: [
        { level: 1, stock: 0 },
        { level: 2, stock: 5 },
      ],
    });
    const session = await begin();
    const { text } = await send('GET', '/work?id=demoapproved', session);
    expect(text).toMatch(/value="1" required disabled>.*?一等奖<.*?冷柜<.*?已发完/s);
    expect(text).toMatch(/value="2" required>.*?二等奖<.*?三明治机<.*?还剩\d份/s);
    expect((await send('GET', '/work?id=demorejected', session)).text).toContain('只有通过审核的作品可以获奖');
    expect((await send('GET', '/work?id=none', session)).status).toBe(404);
    expect((await send('GET', '/decided', session)).text).toMatch(
      /href="\/work\?id=demoapproved" aria-label="为《青柠香煎三文鱼》颁发奖品"/,
    );
  });

  it.each([
    [{ id: 'demoapproved', level: '7' }],
    [{ id: 'demoapproved', level: '' }],
    [{ id: '../x', level: '1' }],
    [{ level: '1' }],
  ])("is not given for a form that is not the page's own: %j", async (form) => {
    expect((await award(await begin(), form)).status).toBe(400);
  });

  it("is given once, with the reviewer's name, which the second reviewer reads; one that is gone can't be given", async () => {
    const [first, second] = [await begin('王梅'), await begin('李强')];
    await award(first, { id: 'demoapproved', level: '1' });
    expect((await send('GET', '/work?id=demoapproved', first)).text).toContain('没有颁成');
    const before = (await drawn()).outcomes.find(({ level }) => level === 2)?.issued ?? 0;
    expect((await award(first, { id: 'demoapproved', level: '2' })).location).toBe('/work?id=demoapproved');
    expect((await send('GET', '/work?id=demoapproved', first)).text).toMatch(
      /已为《青柠香煎三文鱼》颁发二等奖.*已颁发：二等奖 · 三明治机/s,
    );
    await award(second, { id: 'demoapproved', level: '2' });
    expect((await send('GET', '/work?id=demoapproved', second)).text).toMatch(
      /晚了一步：王梅已在\d\d:\d\d为这件作品颁奖/,
    );
    expect((await drawn()).outcomes.find(({ level }) => level === 2)?.issued).toBe(before + 1);
    const work = await askServer(state.operatorSocket, { command: 'works.show', id: 'demoapproved' });
    expect(work.prize).toBeGreaterThan(0);
    expect(work.decisions[0]).toMatchObject({ decision: 'prize', reason: '2', by: '王梅' });
    await award(second, { id: 'demorejected', level: '2' });
    expect((await send('GET', '/work?id=demorejected', second)).text).toMatch(
      /class="said bad"><span>只有通过审核的作品可以获奖/,
    );
  });

  it("can't be given by a foreign page, nor without a name", async () => {
    const session = await begin();
    expect(
      (
        await send(
          'POST',
          '/prize',
          { ...session, origin: 'http://localhost:4170' },
          { id: 'demoapproved', level: '2' },
        )
      ).status,
    ).toBe(403);
    const { cookie } = await send('GET', `/enter?key=${await makeKey(state.reviewKeys)}`);
    expect((await send('POST', '/prize', { cookie, ...ownOrigin() }, { id: 'demoapproved', level: '2' })).status).toBe(
      404,
    );
  });
});
