import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockHeaders } from '@fridge/shared-contracts';
import { commonCopy } from '@fridge/shared-contracts/copy';
import { createServerClock } from '../clock/server-clock.ts';
import { testSettings } from '../services/testing/test-settings.ts';
import { createRequests } from './requests.ts';

type Answer = Response | Error | 'never' | ((init: RequestInit) => Promise<Response>);

/** Requests against a backend that gives these answers in turn. */
function scene(answers: Answer[], credential: { userId: string; accessToken: string } | null = { userId: 'u', accessToken: 't' }) {
  const asked: { url: string; init: RequestInit; fields: Record<string, string> }[] = [];
  const toast = vi.fn();
  const onRefusedCredential = vi.fn();
  const clock = createServerClock({ monotonic: () => Date.now(), device: () => Date.now() });
  const requests = createRequests({
    settings: testSettings,
    clock,
    credentials: { current: () => credential },
    random: crypto,
    toast,
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
  return { requests, asked, toast, onRefusedCredential, clock };
}

const json = (body: unknown, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { headers });
const question = { questionId: 'q1', problem: '?', options: ['a', 'b', 'c'] };

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2024-05-01T00:00:00Z') }));
afterEach(() => void vi.useRealTimers());

describe('a signed call', () => {
  it('goes out as a form, signed and authorized, with no cookies', async () => {
    const { requests, asked } = scene([json({ code: 0, msg: '', data: { correct: true } })]);
    const result = await requests.call('AnswerQuestion', { questionId: 'q1', correctAnswer: 'B', userId: 'u', fridgeId: '' });
    expect(result).toEqual({ ok: true, data: { correct: true } });
    const [{ url, init, fields } = { url: '', init: {}, fields: {} }] = asked;
    expect(url).toBe('https://api.test/activity2023/e9');
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit', headers: { authorization: `Basic ${btoa('u:t')}` } });
    expect(init.body).toBeInstanceOf(URLSearchParams);
    expect(fields).toMatchObject({ questionId: 'q1', correctAnswer: 'B', userId: 'u', time_stamp: String(Date.now()) });
    expect(fields).not.toHaveProperty('fridgeId');
  });

  it('carries no authorization without a user', async () => {
    const { requests, asked } = scene([json({ code: 0, data: 3 })], null);
    expect(await requests.call('getSurplusNum', {})).toEqual({ ok: true, data: 3 });
    expect(asked[0]?.init.headers).toEqual({});
  });

  it.each([
    ['a server message', json({ code: 403, msg: '不是您的冰箱' }), 'refused', '不是您的冰箱'],
    ['a refusal without words', json({ code: 500, msg: '' }), 'refused', commonCopy['common.fallback.toast']],
    ['a notice', json({ code: 204, msg: '已领取' }), 'notice', '已领取'],
    ['an error page', new Response('<html>502</html>', { status: 502 }), 'malformed', commonCopy['common.fallback.toast']],
    ['half an answer', new Response('{"code":0,"da'), 'malformed', commonCopy['common.fallback.toast']],
    ['another shape', json({ code: 0, data: { ...question, options: ['a'] } }), 'malformed', commonCopy['common.fallback.toast']],
    ['an endless answer', new Response('x'.repeat(1024 * 1024 + 1)), 'malformed', commonCopy['common.fallback.toast']],
    ['no network', new TypeError('Failed to fetch'), 'network', commonCopy['common.network.toast']],
  ])('says what %s means', async (_name, answer, because, text) => {
    const { requests, toast } = scene([answer]);
    expect(await requests.call('getNewAnswer', {})).toMatchObject({ ok: false, because, message: text });
    expect(toast.mock.calls).toEqual([[text]]);
  });

  it('reads a large answer that keeps the limit', async () => {
    const { requests } = scene([json({ code: 0, data: { ...question, problem: '题'.repeat(100_000) } })]);
    expect(await requests.call('getNewAnswer', {})).toMatchObject({ ok: true });
  });

  it('breaks off mid-body as malformed', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"code":0'));
        controller.error(new Error('reset'));
      },
    });
    const { requests } = scene([new Response(body)]);
    expect(await requests.call('getNewAnswer', {})).toMatchObject({ because: 'malformed' });
  });

  it.each([
    ['the answer never comes', 'never'],
    ['its body never ends', new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) }))],
  ] as const)('ends after 10 s when %s', async (_name, answer) => {
    const { requests, toast } = scene([answer]);
    const settled = vi.fn();
    const call = requests.call('getNewAnswer', {}).then(settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ because: 'timeout' }));
    expect(toast.mock.calls).toEqual([[commonCopy['common.timeout.toast']]]);
  });

  it('says nothing when its caller left, and asks nothing when they had left before', async () => {
    const leaving = new AbortController();
    const { requests, toast, asked } = scene(['never']);
    const call = requests.call('getNewAnswer', {}, { signal: leaving.signal });
    await vi.advanceTimersByTimeAsync(100);
    leaving.abort();
    expect(await call).toMatchObject({ because: 'aborted' });
    expect(await requests.call('getNewAnswer', {}, { signal: AbortSignal.abort() })).toMatchObject({ because: 'aborted' });
    expect(asked).toHaveLength(1);
    expect(toast).not.toHaveBeenCalled();
  });

  it('is quiet when asked to be', async () => {
    const { requests, toast } = scene([json({ code: 500, msg: 'x' })]);
    await requests.call('getNewAnswer', {}, { quiet: true });
    expect(toast).not.toHaveBeenCalled();
  });

  it('tells the session of a credential that the server refuses', async () => {
    const { requests, onRefusedCredential } = scene([json({ code: 401, msg: '请先登录' }), json({ code: 403, msg: 'x' })]);
    await requests.call('getNewAnswer', {});
    await requests.call('getNewAnswer', {});
    expect(onRefusedCredential.mock.calls).toEqual([[{ userId: 'u', accessToken: 't' }]]);
  });
});

describe('a device clock that is off', () => {
  const serverNow = Date.parse('2024-05-01T02:00:00Z');
  const late = { [clockHeaders.real]: String(serverNow), [clockHeaders.business]: String(serverNow) };

  it('is put right by the refusal, and the call made again', async () => {
    const { requests, asked, toast, onRefusedCredential } = scene([json({ code: 401, msg: 'old' }, late), json({ code: 0, data: question }, late)]);
    expect(await requests.call('getNewAnswer', {})).toMatchObject({ ok: true });
    expect(asked.map(({ fields }) => fields['time_stamp'])).toEqual([String(Date.now()), String(serverNow)]);
    expect(asked[0]?.fields['nonce']).not.toBe(asked[1]?.fields['nonce']);
    expect([toast, onRefusedCredential].some((spy) => spy.mock.calls.length > 0)).toBe(false);
  });

  it('leads to one more try and not to a third', async () => {
    const { requests, asked } = scene([json({ code: 401, msg: 'old' }, late), json({ code: 401, msg: 'old' }, late)]);
    expect(await requests.call('getNewAnswer', {})).toMatchObject({ because: 'refused', code: 401 });
    expect(asked).toHaveLength(2);
  });

  it('changes nothing about a refusal when the clock was right', async () => {
    const right = { [clockHeaders.real]: String(Date.now()) };
    const { requests, asked } = scene([json({ code: 401, msg: 'x' }, right)]);
    await requests.call('getNewAnswer', {});
    expect(asked).toHaveLength(1);
  });
});

it('signs a GET in its address', async () => {
  const { requests, asked } = scene([json({ code: 0, data: {} })]);
  const { deviceConfigSchema } = await import('@fridge/shared-contracts');
  await requests.get('/getInfo', { sn: '0A001' }, deviceConfigSchema);
  expect(asked[0]?.url).toMatch(/^https:\/\/api\.test\/getInfo\?sn=0A001&time_stamp=\d+&nonce=[0-9a-f]{32}&token=[0-9a-f]{64}$/);
});
