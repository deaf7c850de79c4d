import { randomUUID } from 'node:crypto';
import { answerSchema, signatureFields } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answeredCalls } from '../activities/answered-calls.ts';
import { authorizationOf, fetchQuestion, pathOf, signed } from '../testing/client.ts';
import { recipeOf, uploadAs, uploaded } from '../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { contestClock, startTestServer, type TestServer } from '../testing/test-server.ts';

/** No input, correctly signed or not, may cause code 500 or an error in the log. */

const hostile: Record<string, string> = {
  NUL: 'a\0b',
  'half of a surrogate pair': '\ud83d',
  'half of one as JSON': String.raw`[{"image":"","stepDesc":"\ud83d\u0000"}]`,
  'control characters': '\u0001\u001b[31m\u007f\u0085',
  'bidi and invisible characters': '\u202e\u200b\u2066\ufeff\u{e0001}',
  'a non-character': '\uffff',
  'an emoji': '👨‍👩‍👧',
  SQL: "'; drop table works; --",
  'a pattern': '%_\\',
  'a huge number': '9'.repeat(400),
  'an endless number': '1e999',
  'a negative number': '-1',
  'deep JSON': '['.repeat(10_000),
  'deep JSON that ends': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  'a prototype': '{"__proto__":{"a":1},"constructor":{"prototype":1}}',
  'steps of a prototype': '[{"__proto__":{"stepDesc":1},"image":1e999}]',
  tags: '<scr<b>ipt>'.repeat(300),
  'a long text': '长'.repeat(5_000),
  'a path': '../../../etc/passwd',
  'an address': 'http://[::1]:0/uploads/..%2f',
};

let server: TestServer;
let household: TestHousehold;

/** Reads an answer's code. @throws unless it is the envelope with HTTP 200 */
async function codeOf(response: Response): Promise<number> {
  expect(response.status).toBe(200);
  return v.parse(answerSchema, await response.json()).code;
}
const faults = () => server.logged.filter((line) => line.includes('"level":50') || line.includes('"fault"'));

async function atOnce<Item>(items: readonly Item[], act: (item: Item) => Promise<void>, workers = 8): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: workers }, work));
}

describe.each([
  ['the contest', contestClock, (path: string) => /[wW]ork|Entries/.test(path)],
  ['everything else', {}, (path: string) => !/[wW]ork|Entries/.test(path)],
] as const)('calls of %s', (_, clock, belongs) => {
  let usual: Record<string, string>;
  beforeAll(async () => {
    server = await startTestServer({ ...clock, RATE_LIMIT_PER_MINUTE: '100000', ADDRESS_LIMIT_PER_MINUTE: '100000' });
    household = await addHousehold(server.queries, { drawsLeft: 3, report: { yearOpenNum: 1 } });
    const contest = 'DEMO_CLOCK' in clock;
    const { questionId, wrong } = contest
      ? { questionId: 'q01', wrong: 'A' }
      : await fetchQuestion(household, server.url);
    const images = contest ? await uploaded(household, server.url, 2) : [];
    usual = {
      ...household,
      ...recipeOf(household, images),
      questionId,
      correctAnswer: wrong,
      requestId: randomUUID(),
      type: '3',
      id: 'unknown',
      name: '张三',
      address: '江苏省南京市玄武区 中山路1号',
      steps: '[]',
      CookTime: '1',
      tips: '趁热吃',
      materials: '番茄',
    };
  });
  afterAll(() => server.close());

  it('never fail, with a hostile value in one field or in all', { timeout: 120_000 }, async () => {
    const calls = answeredCalls.map(({ call }) => call).filter((call) => belongs(pathOf(call)));
    expect(calls.length).toBeGreaterThan(5);
    const authorization = await authorizationOf(household.userId);
    const attempts = calls.flatMap((call) => {
      const names = [...call.required, ...call.optional];
      const sane = Object.fromEntries(
        names.flatMap((name) => (usual[name] === undefined ? [] : [[name, usual[name]]])),
      );
      return Object.entries(hostile).flatMap(([what, value]) =>
        [
          ...names.map((name) => ({ ...sane, [name]: value })),
          Object.fromEntries(names.map((name) => [name, value])),
          { ...sane, nonce: value },
          { ...sane, time_stamp: value },
        ].map((fields) => ({ call, what, fields })),
      );
    });
    const failed: string[] = [];
    await atOnce(attempts, async ({ call, what, fields }) => {
      const code = await codeOf(
        await fetch(`${server.url}${pathOf(call)}`, {
          method: 'POST',
          body: new URLSearchParams(signed(fields)),
          headers: { authorization },
        }),
      );
      if (code >= 500) failed.push(`${pathOf(call)}: ${what}`);
    });
    expect(failed).toEqual([]);
    expect(faults()).toEqual([]);
  });
});

describe('beside the signed calls', () => {
  beforeAll(async () => {
    server = await startTestServer({ DEMO: '1', ...contestClock });
    household = await addHousehold(server.queries);
  });
  afterAll(() => server.close());

  const demoNames = ['households', 'login', 'profile', 'home', 'addDevice', 'nothing'];
  const jsonBodies = [
    ...Object.values(hostile).flatMap((value) => [
      JSON.stringify({ userId: value }),
      JSON.stringify({ userId: 'U1001', scope: value }),
      value,
    ]),
    '{"userId":"\\u0000"}',
    '{"userId":"\\ud800"}',
    '{"userId":{"a":1}}',
    '{"__proto__":{"userId":"U1001"}}',
    '{"userId":1e999}',
    'null',
    '[]',
    '7',
    '"',
    '',
    `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  ];

  it('the demonstration refuses malformed input', { timeout: 60_000 }, async () => {
    const attempts = demoNames.flatMap((name) =>
      jsonBodies.flatMap((body) =>
        ['application/json', 'application/x-www-form-urlencoded', 'text/plain'].map((type) => ({ name, body, type })),
      ),
    );
    await atOnce(attempts, async ({ name, body, type }) => {
      const code = await codeOf(
        await fetch(`${server.url}/demo/${name}`, { method: 'POST', body, headers: { 'content-type': type } }),
      );
      expect(code, `${name} ${type} ${body.slice(0, 60)}`).toBeLessThan(500);
    });
    await atOnce(demoNames, async (name) => {
      for (const value of ['%00', '%ff', 'a%00b', "'"]) {
        expect(
          await codeOf(
            await fetch(`${server.url}/demo/${name}`, {
              method: 'POST',
              body: `userId=${value}`,
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
            }),
          ),
        ).toBeLessThan(500);
      }
    });
    expect(faults()).toEqual([]);
  });

  it('usage events, device configs and the cloud refuse it', async () => {
    for (const body of [
      ...jsonBodies,
      '{"events":[{"at":1e300,"id":"\\u0000"}]}',
      `{"events":[${'['.repeat(9_000)}${']'.repeat(9_000)}]}`,
    ]) {
      for (const type of ['application/json', 'text/plain'])
        expect(
          await codeOf(await fetch(`${server.url}/track`, { method: 'POST', body, headers: { 'content-type': type } })),
        ).toBeLessThan(500);
    }
    for (const value of Object.values(hostile)) {
      const query = new URLSearchParams(signed({ sn: value.slice(0, 500) })).toString();
      // `1e999` has five characters, like a model number.
      expect(await codeOf(await fetch(`${server.url}/getInfo?${query}`))).toBe(value === '1e999' ? 0 : 400);
      const user = Buffer.from(`${value.slice(0, 500)}:a.b.c`).toString('base64');
      expect(
        await codeOf(
          await fetch(`${server.url}/cloud/user`, { method: 'POST', headers: { authorization: `Basic ${user}` } }),
        ),
      ).toBe(401);
    }
    for (const query of ['', '?', '?sn', '?sn=%', '?sn=%ff', '?sn=a&sn=b', '?%00=%00'])
      expect(await codeOf(await fetch(`${server.url}/getInfo${query}`))).toBe(400);
    for (const path of [
      '/activity/%00',
      '/activity2023/%00',
      '/%ff',
      '/activity/%zz?phone=%ff',
      `/activity2023/${'x'.repeat(3_000)}`,
      '/uploads%2f..%2f',
      '/../%2e%2e/',
      '//evil.example',
    ]) {
      expect(await codeOf(await fetch(`${server.url}${path}`, { method: 'POST' })), path).toBe(400);
    }
    for (const name of ['%00.jpg', `${'x'.repeat(3_000)}.jpg`])
      expect((await fetch(`${server.url}/uploads/${name}`)).status).toBe(404);
    expect(faults()).toEqual([]);
  });

  it('uploads refuse it', { timeout: 60_000 }, async () => {
    for (const value of Object.values(hostile)) {
      for (const name of ['fridgeId', 'nonce', 'time_stamp', 'imgUrl']) {
        const answer = await uploadAs(household, server.url, Buffer.from('not a picture'), {
          fields: { [name]: value },
          fileName: value.slice(0, 200),
        });
        expect([400, 403, 413], `${name}: ${value.slice(0, 40)}`).toContain(answer.code);
      }
    }
    expect(faults()).toEqual([]);
  });

  it('malformed forms are bad input', async () => {
    const authorization = await authorizationOf(household.userId);
    const bodies = [
      '=',
      '&&&&',
      '%',
      '%zz=%ff%fe',
      'a=%u0000',
      '__proto__=1&constructor=2',
      'x'.repeat(100_000),
      Array.from({ length: 5_000 }, (_, at) => `f${at}=1`).join('&'),
      ...signatureFields.map((name) => `${name}=`),
    ];
    for (const body of bodies) {
      expect(
        await codeOf(
          await fetch(`${server.url}/activity/getMyPrize`, {
            method: 'POST',
            body,
            headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
          }),
        ),
      ).toBe(400);
    }
    expect(faults()).toEqual([]);
  });
});
