import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINK_LIFE_MS, makeLink, pruneOperatorAccess, useLink } from '../../admission/operators/operator-links.ts';
import type { AnswerTo, CommandName } from '../../commands/run.ts';
import { events } from '../../history/tables.ts';
import { operatorLinks, operatorSessions } from '../../admission/operators/tables.ts';
import { askOperator } from '../../testing/operator.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  port = await freePort();
  server = await startTestServer({ DEMO: '1', LISTENERS: 'operations', OPERATIONS_PORT: String(port) });
}, 60_000);
afterAll(() => server.close());

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function ask<Name extends CommandName>(command: {
  command: Name;
  [field: string]: unknown;
}): Promise<AnswerTo<Name>> {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), command);
  if (answer?.ok !== true) throw new Error(answer?.error);
  return answer.data as AnswerTo<Name>; // as the server parsed it
}

/** The path of a fresh link. */
const enter = async (by = '王梅') => (await ask({ command: 'works review', by })).link.replace(/^http:\/\/[^/]+/, '');

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
            cookie: (response.headers['set-cookie']?.at(-1) ?? '').split(';')[0] ?? '',
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

/** As the button of a link's page. */
const press = (path: string, headers: Record<string, string> = {}) =>
  send('POST', '/enter', { ...ownOrigin(), ...headers }, { key: path.replace('/enter?key=', '') });

async function begin(name = '王梅'): Promise<Record<string, string>> {
  const { cookie } = await press(await enter(name));
  return { cookie };
}

describe('the way in', () => {
  it('opens once, with the name that the link was made for, and its cookie is for this page alone', async () => {
    const { link } = await ask({ command: 'works review', by: '李强', why: 'the morning queue' });
    expect(link).toMatch(new RegExp(`^http://localhost:${port}/enter\\?key=[\\w-]{32}$`));
    const path = link.replace(`http://localhost:${port}`, '');
    const asked = await send('GET', path);
    expect([asked.status, asked.cookie, asked.text]).toEqual([200, '', expect.stringContaining('“李强”')]);
    const first = await press(path);
    expect([first.status, first.location]).toEqual([303, '/']);
    expect(String(first.headers['set-cookie'])).toMatch(
      new RegExp(`^operator-${port}=[\\w-]{32}; Path=/; Expires=[^;]*; HttpOnly; SameSite=Lax$`),
    );
    expect((await send('GET', '/', { cookie: first.cookie })).text).toContain('审核人：李强');
    expect([(await send('GET', path)).status, (await press(path)).status]).toEqual([403, 403]);
    expect((await send('GET', '/enter?key=../../operator.sock')).status).toBe(403);
    expect((await send('GET', '/enter')).status).toBe(403);
    const looks = await server.queries.select().from(events).where(eq(events.command, 'works review'));
    expect(looks).toMatchObject([{ by: '李强', why: 'the morning queue', way: 'command' }]);
  });

  it.each(['GET', 'HEAD'] as const)("isn't used up by a %s, nor by a form of another site", async (method) => {
    const path = await enter();
    expect((await send(method, path)).status).toBe(200);
    expect((await press(path, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await press(path)).status).toBe(303);
    expect((await send(method, path)).status).toBe(403);
  });

  it('opens for one of several at once', async () => {
    const path = await enter();
    const opened = await Promise.all([1, 2, 3, 4].map(() => press(path)));
    expect(opened.map(({ status }) => status).toSorted()).toEqual([303, 403, 403, 403]);
  });

  it('gives a new session to a browser that has one', async () => {
    const [{ cookie }, path] = [await begin('王梅'), await enter('李强')];
    const again = await press(path, { cookie: cookie ?? '' });
    expect(again.cookie).not.toBe(cookie);
    expect((await send('GET', '/', { cookie: again.cookie })).text).toContain('审核人：李强');
    expect((await send('GET', '/', { cookie: cookie ?? '' })).status).toBe(403);
  });

  it('closes ten minutes after the link was made', async () => {
    const { queries } = server;
    const key = await makeLink(queries, '王梅', Date.now());
    expect(await useLink(queries, key, Date.now() + LINK_LIFE_MS)).toBeNull();
    expect(await useLink(queries, key, Date.now())).toBe('王梅');
  });

  it.each(['/', '/decided', '/work?id=demopending', '/pictures/0123456789abcdef0123456789abcdef.jpg'])(
    'is required: %s',
    async (path) => {
      for (const cookie of ['', `operator-${port}=made-up`, `operator-${port}=`]) {
        const { status, text } = await send('GET', path, { cookie });
        expect([status, text]).toEqual([403, expect.stringContaining('works review')]);
      }
    },
  );

  it('is required to decide', async () => {
    const form = { id: 'demopending', revision: '1' };
    expect((await send('POST', '/approve', ownOrigin(), form)).status).toBe(403);
  });
});

describe('links and sessions', () => {
  it('are stored by their hash, without anything that opens them', async () => {
    const path = await enter();
    const { cookie } = await begin();
    const stored = JSON.stringify([
      await server.queries.select().from(operatorLinks),
      await server.queries.select().from(operatorSessions),
    ]);
    expect(stored).not.toContain(path.replace('/enter?key=', ''));
    expect(stored).not.toContain(cookie?.split('=')[1]);
  });

  it('are deleted when their time is over, which ends a session', async () => {
    const { queries, clock } = server;
    const { cookie = '' } = await begin();
    const later = { ...clock, real: () => clock.real() + LINK_LIFE_MS + 1 };
    await pruneOperatorAccess({ queries, clock: later });
    expect(await queries.$count(operatorLinks)).toBe(0);
    expect((await send('GET', '/', { cookie })).status).toBe(200);
    await queries.update(operatorSessions).set({ expiresAt: new Date(clock.real()) });
    expect((await send('GET', '/', { cookie })).status).toBe(403);
    await pruneOperatorAccess({ queries, clock: later });
    expect(await queries.$count(operatorSessions)).toBe(0);
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
    ['whose name starts like this one', 'GET', { host: 'localhost.evil.example' }],
    [
      'whose name leads to this machine, with the port',
      'POST',
      { host: 'evil.example:4191', origin: 'http://evil.example:4191' },
    ],
  ])('%s gets nothing', async (_, method, headers) => {
    const session = await begin();
    const form = method === 'POST' ? { id: 'demopending', revision: '1' } : undefined;
    const {
      status,
      text,
      headers: answered,
    } = await send(method, method === 'POST' ? '/approve' : '/', { ...session, ...headers }, form);
    expect([status, text]).toEqual([403, 'This page answers itself alone.']);
    expect(answered['access-control-allow-origin']).toBeUndefined();
    expect((await ask({ command: 'works show', id: 'demopending' })).status).toBe('pending');
  });

  it('can neither frame it nor run scripts in it', async () => {
    const { headers } = await send('GET', '/', await begin());
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

it("shows the queue, its pictures, and users' words as text", async () => {
  await send('GET', '/');
  const session = await begin('王 & 梅');
  const { text } = await send('GET', '/?work=demopending', session);
  expect(text).toContain('打开门的那一刻');
  expect(text).toContain('审核人：王 &amp; 梅');
  const [, picture = ''] = /src="(\/pictures\/[\da-f]{32}\.jpg)"/.exec(text) ?? [];
  expect((await send('GET', picture, session)).headers['content-type']).toBe('image/jpeg');
  for (const name of ['..%2f..%2fdata', '%00'])
    expect((await send('GET', `/pictures/${name}`, session)).status).toBe(404);
});

it('decides once, and names the first reviewer to the second', async () => {
  const [first, second] = [await begin('王梅'), await begin('李强')];
  const form = { id: 'demopending', revision: '1' };
  const reason = '图片不够清晰，请更换后重新提交';
  expect((await send('POST', '/reject', { ...first, ...ownOrigin() }, { ...form, reason })).location).toBe('/');
  expect((await send('GET', '/', first)).text).toContain('未通过，用户会看到原因');
  await send('POST', '/approve', { ...second, ...ownOrigin() }, form);
  expect((await send('GET', '/', second)).text).toMatch(/晚了一步：王梅已在\d\d:\d\d退回了这件作品/);
  expect((await send('GET', '/', second)).text).not.toContain('晚了一步');
  const { text } = await send('GET', '/decided', second);
  expect(text).toMatch(/未通过 · 王梅 · .*图片不够清晰/s);
});

it('undoes a decision for some seconds, while users see the work as pending', async () => {
  const [reviewer, other] = [await begin('王梅'), await begin('李强')];
  await ask({ command: 'works undo', id: 'demopending', by: '王梅' });
  const undo = (session: Record<string, string>, id = 'demopending') =>
    send('POST', '/undo', { ...session, ...ownOrigin() }, { id });
  await send('POST', '/approve', { ...reviewer, ...ownOrigin() }, { id: 'demopending', revision: '1' });
  expect((await send('GET', '/', reviewer)).text).toMatch(
    /已通过《图片分享》.*<form method="post" action="\/undo"[^>]*data-left="\d+".*撤销/s,
  );
  expect((await undo(reviewer)).location).toBe('/?work=demopending');
  expect((await send('GET', '/?work=demopending', reviewer)).text).toMatch(
    /已撤销，《图片分享》回到待审核.*撤销 · 王梅.*通过 · 王梅/s,
  );
  await undo(other);
  expect((await send('GET', '/', other)).text).toContain('没有撤销：这件作品已经回到待审核');
  await undo(other, 'demoapproved');
  expect((await send('GET', '/', other)).text).toContain('没有撤销：超过10秒后，作者可能已经看到结果');
  expect((await send('POST', '/undo', { ...other, ...ownOrigin() }, { id: 'x\r\ny' })).status).toBe(400);
});

it('gives two reviewers different works, and says so to the second where there is one', async () => {
  const [first, second] = [await begin('王梅'), await begin('李强')];
  expect((await send('GET', '/?work=demopending', first)).text).toContain('data-work="demopending"');
  const { text } = await send('GET', '/', second);
  expect(text).toContain('剩下的1件，其他审核人正在看');
  expect(text).toContain('1件待审核');
  // Whoever chooses a work gets it.
  expect((await send('GET', '/?work=demopending', second)).text).toContain('data-work="demopending"');
  expect((await send('GET', '/', first)).text).toContain('剩下的1件');
  expect((await send('GET', '/?work=none', second)).text).toContain('data-work="demopending"');
});

it.each(['1', ' ', '图图', '长短'.repeat(101)])('sends no author the reason %j, and says so', async (reason) => {
  const session = await begin();
  const form = { id: 'demopending', revision: '1', reason };
  const { location } = await send('POST', '/reject', { ...session, ...ownOrigin() }, form);
  expect(location).toBe('/?work=demopending');
  expect((await send('GET', location, session)).text).toContain('请用几个字写明原因');
  expect((await ask({ command: 'works show', id: 'demopending' })).status).toBe('pending');
});

it.each(['demo\r\npending', 'demo pending', ''])('refuses a malformed decision on %j', async (id) => {
  expect((await send('POST', '/approve', { ...(await begin()), ...ownOrigin() }, { id, revision: '1' })).status).toBe(
    400,
  );
});

describe('a prize', () => {
  const drawn = () => ask({ command: 'draw list' });
  const award = async (session: Record<string, string>, form: Record<string, string>) =>
    send('POST', '/prize', { ...session, ...ownOrigin() }, form);

  it('can be chosen only for an approved work, from those that are left', async () => {
    await ask({ command: 'draw set', level: 1, stock: 0, confirmed: true });
    await ask({ command: 'draw set', level: 2, stock: 5, confirmed: true });
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
    const work = await ask({ command: 'works show', id: 'demoapproved' });
    expect(work.prize).toBeGreaterThan(0);
    expect(work.decisions[0]).toMatchObject({ decision: 'prize', reason: '2', by: '王梅' });
    await award(second, { id: 'demorejected', level: '2' });
    expect((await send('GET', '/work?id=demorejected', second)).text).toMatch(
      /class="said bad"><span>只有通过审核的作品可以获奖/,
    );
  });

  it("can't be given by a foreign page, nor without a session", async () => {
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
    expect((await send('POST', '/prize', ownOrigin(), { id: 'demoapproved', level: '2' })).status).toBe(403);
  });
});
