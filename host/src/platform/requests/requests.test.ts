import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Call, commonCopy, defineCall, type StandardSchema } from '@fridge/shared-contracts';
import { clockHeaders, NONCE } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { createServerClock } from '../clock.ts';
import { signByLateCode } from '../testing/sign-by-late-code.ts';
import { testSettings } from '../testing/test-settings.ts';
import { createRequests, readAnswer } from './requests.ts';
import type { Credential } from './signing.ts';

const question = { questionId: 'q1', problem: '?', options: ['a', 'b', 'c'] };
const household = { access: 'household', data: v.unknown() } as const;
const calls = {
  answer: defineCall({
    path: { setting: 'AnswerQuestion' },
    required: ['userId', 'questionId'],
    optional: ['fridgeId'],
    access: 'household',
    data: v.object({ correct: v.boolean() }),
  }),
  question: defineCall({
    path: '/activity/getNewAnswer',
    access: 'household',
    data: v.object({ questionId: v.string(), problem: v.string(), options: v.pipe(v.array(v.string()), v.length(3)) }),
  }),
  report: defineCall({ path: '/annualReport/get.do', access: 'report', data: v.unknown() }),
  works: defineCall({ path: '/activity/works', access: 'none', data: v.unknown() }),
};

type Answer = Response | Error | 'never' | ((init: RequestInit) => Promise<Response>);
const USER = { userId: 'u', accessToken: 't' };
const REPORT = { userId: 'r', accessToken: 'wx' };

interface SceneOptions {
  user?: Credential | null;
  /** Who logs in while the report link is deciphered. */
  later?: Credential;
  report?: Credential | null;
}

/** Requests against a backend that gives these answers in turn. */
function scene(answers: Answer[], { user: first = USER, later, report = null }: SceneOptions = {}) {
  let user = first;
  const asked: { url: string; init: RequestInit; fields: Record<string, string> }[] = [];
  const onRefusedCredential = vi.fn();
  const clock = createServerClock(Date.now, Date.now);
  const all = createRequests({
    settings: testSettings,
    clock,
    credentials: {
      user: () => user,
      async report() {
        user = later ?? user;
        return report;
      },
    },
    createXhr: () => new XMLHttpRequest(),
    onRefusedCredential,
    async fetch(url, init = {}) {
      const body = init.body instanceof URLSearchParams ? init.body : new URL(String(url)).searchParams;
      asked.push({ url: String(url), init, fields: Object.fromEntries(body) });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      if (typeof answer === 'function') return answer(init);
      if (answer instanceof Response) return answer;
      return new Promise(() => {}); // deaf even to being aborted
    },
  });
  return { all, requests: all.service, asked, onRefusedCredential, clock };
}

const json = (body: unknown, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { headers });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2024-05-01T00:00:00Z') });
  signByLateCode();
});
afterEach(() => void vi.useRealTimers());

describe('a signed call', () => {
  it('is sent as a form, signed and authorized, without cookies', async () => {
    const { requests, asked } = scene([json({ code: 0, msg: '', data: { correct: true } })]);
    const result = await requests.call(calls.answer, { questionId: 'q1', userId: 'u', fridgeId: '' });
    expect(result).toEqual({ ok: true, data: { correct: true } });
    const [{ url, init, fields } = { url: '', init: {}, fields: {} }] = asked;
    expect(url).toBe('https://api.test/activity2023/e9');
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      headers: { authorization: `Basic ${btoa('u:t')}` },
    });
    expect(init.body).toBeInstanceOf(URLSearchParams);
    expect(fields).toMatchObject({ questionId: 'q1', userId: 'u', time_stamp: String(Date.now()) });
    expect(fields).not.toHaveProperty('fridgeId');
    expect(fields['nonce']).toMatch(NONCE);
  });

  it.each([
    ['a household call', calls.question, USER, REPORT, USER],
    ['a household call without a user', calls.question, null, REPORT, null],
    ['a report call', calls.report, null, REPORT, REPORT],
    ['a report call of a full session', calls.report, USER, REPORT, USER],
    ['a report call without either', calls.report, null, null, null],
    ['a call for anyone, of a user', calls.works, USER, REPORT, USER],
    ['a call for anyone, of a link', calls.works, null, REPORT, null],
  ])('%s is authorized as its access says', async (_name, call, user, report, sent) => {
    const { requests, asked } = scene([json({ code: 0, data: question })], { user, report });
    await requests.call<Call>(call, {});
    expect(asked[0]?.init.headers).toEqual(
      sent ? { authorization: `Basic ${btoa(`${sent.userId}:${sent.accessToken}`)}` } : {},
    );
  });

  it.each([
    ['a server message', json({ code: 403, msg: '不是您的冰箱' }), 'refused', '不是您的冰箱'],
    ['a refusal without words', json({ code: 500, msg: '' }), 'refused', commonCopy['common.fallback.toast']],
    ['a notice', json({ code: 204, msg: '已领取' }), 'notice', '已领取'],
    [
      'an error page',
      new Response('<html>502</html>', { status: 502 }),
      'malformed',
      commonCopy['common.fallback.toast'],
    ],
    ['half an answer', new Response('{"code":0,"da'), 'malformed', commonCopy['common.fallback.toast']],
    [
      'another shape',
      json({ code: 0, data: { ...question, options: ['a'] } }),
      'malformed',
      commonCopy['common.fallback.toast'],
    ],
    ['an endless answer', new Response('x'.repeat(1024 * 1024 + 1)), 'malformed', commonCopy['common.fallback.toast']],
    ['no network', new TypeError('Failed to fetch'), 'network', commonCopy['common.network.toast']],
  ])('maps %s to its reason and message', async (_name, answer, reason, text) => {
    const { requests } = scene([answer]);
    expect(await requests.call(calls.question, {})).toMatchObject({ ok: false, reason, message: text });
  });

  it('reads a large answer that keeps the limit', async () => {
    const { requests } = scene([json({ code: 0, data: { ...question, problem: '题'.repeat(100_000) } })]);
    expect(await requests.call(calls.question, {})).toMatchObject({ ok: true });
  });

  it('returns malformed when the body ends early', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"code":0'));
        controller.error(new Error('reset'));
      },
    });
    const { requests } = scene([new Response(body)]);
    expect(await requests.call(calls.question, {})).toMatchObject({ reason: 'malformed' });
  });

  it.each([
    ['the answer never comes', 'never'],
    [
      'its body never ends',
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) })),
    ],
  ] as const)('ends after 10 s when %s', async (_name, answer) => {
    const { requests } = scene([answer]);
    const settled = vi.fn();
    const call = requests.call(calls.question, {}).then(settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(settled).toHaveBeenCalledWith(
      expect.objectContaining({ reason: 'timeout', message: commonCopy['common.timeout.toast'] }),
    );
  });

  it('can be aborted, and sends nothing when it was aborted before', async () => {
    const leaving = new AbortController();
    const { requests, asked } = scene(['never']);
    const call = requests.call(calls.question, {}, { signal: leaving.signal });
    await vi.dynamicImportSettled(); // the signer's code
    await vi.advanceTimersByTimeAsync(100);
    leaving.abort();
    expect(await call).toMatchObject({ reason: 'aborted' });
    expect(await requests.call(calls.question, {}, { signal: AbortSignal.abort() })).toMatchObject({
      reason: 'aborted',
    });
    expect(asked).toHaveLength(1);
  });

  it('reports a credential that the server refuses', async () => {
    const { requests, onRefusedCredential } = scene([
      json({ code: 401, msg: '请先登录' }),
      json({ code: 403, msg: 'x' }),
    ]);
    await requests.call(calls.question, {});
    await requests.call(calls.question, {});
    expect(onRefusedCredential.mock.calls).toEqual([[{ userId: 'u', accessToken: 't' }]]);
  });

  it('uses the user who logs in while the report link is decrypted', async () => {
    const { requests, asked } = scene([json({ code: 0, data: null })], { user: null, later: USER, report: REPORT });
    await requests.call(calls.report, {});
    expect(asked[0]?.init.headers).toEqual({ authorization: `Basic ${btoa('u:t')}` });
  });

  it('does not report a refused report token as a refused user', async () => {
    const { requests, onRefusedCredential } = scene([json({ code: 401, msg: 'x' })], { user: null, report: REPORT });
    expect(await requests.call(calls.report, {})).toMatchObject({ code: 401 });
    expect(onRefusedCredential).not.toHaveBeenCalled();
  });
});

describe('a wrong device clock', () => {
  const serverNow = Date.parse('2024-05-01T02:00:00Z');
  const late = { [clockHeaders.real]: String(serverNow), [clockHeaders.business]: String(serverNow) };

  it('is corrected by the refusal, and the call is sent again', async () => {
    const { requests, asked, onRefusedCredential } = scene([
      json({ code: 401, msg: 'old' }, late),
      json({ code: 0, data: question }, late),
    ]);
    expect(await requests.call(calls.question, {})).toMatchObject({ ok: true });
    expect(asked.map(({ fields }) => fields['time_stamp'])).toEqual([String(Date.now()), String(serverNow)]);
    expect(asked[0]?.fields['nonce']).not.toBe(asked[1]?.fields['nonce']);
    expect(onRefusedCredential).not.toHaveBeenCalled();
  });

  it('causes one retry and no second one', async () => {
    const { requests, asked } = scene([json({ code: 401, msg: 'old' }, late), json({ code: 401, msg: 'old' }, late)]);
    expect(await requests.call(calls.question, {})).toMatchObject({ reason: 'refused', code: 401 });
    expect(asked).toHaveLength(2);
  });

  it('is not repeated after a refusal when the clock was right', async () => {
    const right = { [clockHeaders.real]: String(Date.now()) };
    const { requests, asked } = scene([json({ code: 401, msg: 'x' }, right)]);
    await requests.call(calls.question, {});
    expect(asked).toHaveLength(1);
  });
});

it('signs a GET in its address', async () => {
  const { all, asked } = scene([json({ code: 0, data: {} })]);
  await all.get('/getInfo', { sn: '0A001' }, v.unknown());
  expect(asked[0]?.url).toMatch(
    /^https:\/\/api\.test\/getInfo\?sn=0A001&time_stamp=\d+&nonce=[0-9a-f-]{36}&token=[0-9a-f]{64}$/,
  );
});

it('refuses a call whose setting has no name', async () => {
  const { requests, asked } = scene([]);
  const path = { setting: 'toString' };
  expect(await requests.call(defineCall({ path, ...household }), {})).toMatchObject({ reason: 'invalid' });
  expect(asked).toEqual([]);
});

it('ends after 10 s when the report link is never decrypted', async () => {
  const { clock } = scene([]);
  const stuck = createRequests({
    settings: testSettings,
    clock,
    credentials: { user: () => null, report: () => new Promise(() => {}) },
    createXhr: () => new XMLHttpRequest(),
    onRefusedCredential: () => {},
    fetch: async () => json({ code: 0 }),
  }).service;
  const call = stuck.call(calls.report, {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await call).toMatchObject({ reason: 'timeout' });
});

const numberSchema = v.object({ n: v.number() });
describe('readAnswer', () => {
  it('reads data by its schema', () => {
    expect(readAnswer('{"code":0,"msg":"ok","data":{"n":1,"more":2}}', numberSchema)).toEqual({
      ok: true,
      data: { n: 1 },
    });
  });

  it.each([
    ['{"code":204,"msg":"已经答过"}', { reason: 'notice', code: 204, message: '已经答过' }],
    ['{"code":400,"msg":"参数有误","data":null}', { reason: 'refused', code: 400, message: '参数有误' }],
    ['{"code":500,"msg":""}', { reason: 'refused', code: 500, message: commonCopy['common.fallback.toast'] }],
    ['{"code":500,"msg":"  "}', { reason: 'refused', code: 500, message: commonCopy['common.fallback.toast'] }],
    ['{"code":429,"msg":null}', { reason: 'refused', code: 429, message: commonCopy['common.fallback.toast'] }],
    ['{"code":403}', { reason: 'refused', code: 403, message: commonCopy['common.fallback.toast'] }],
    ['{"code":-7,"msg":"x"}', { reason: 'refused', code: -7, message: 'x' }],
  ])('%s is a refusal', (text, failure) => expect(readAnswer(text, numberSchema)).toEqual({ ok: false, ...failure }));

  it.each([
    '',
    ' ',
    '<!doctype html><title>502</title>',
    '{"code":0,"data":{"n":1}',
    'null',
    '[]',
    '7',
    '"code"',
    '{}',
    '{"code":"0","data":{"n":1}}',
    '{"code":0.5}',
    '{"code":0,"data":{"n":"1"}}',
    '{"code":0}',
    '{"code":0,"msg":{},"data":{"n":1}}',
  ])('%j is malformed', (text) =>
    expect(readAnswer(text, numberSchema)).toEqual({
      ok: false,
      reason: 'malformed',
      code: -1,
      message: commonCopy['common.fallback.toast'],
    }),
  );

  it.each([
    ['answers later', async () => ({ value: 1 })],
    ['rejects later', () => Promise.reject(new Error('x'))],
    [
      'throws',
      () => {
        throw new Error('x');
      },
    ],
    ['answers nothing', () => undefined],
    ['has issues and a value', () => ({ value: 1, issues: [{}] })],
  ])('is malformed for a schema that %s', (_name, validate) => {
    const schema = { '~standard': { version: 1, vendor: 'test', validate } } as unknown as StandardSchema; // a remote's
    expect(readAnswer('{"code":0,"data":{}}', schema)).toMatchObject({ reason: 'malformed' });
  });
});
