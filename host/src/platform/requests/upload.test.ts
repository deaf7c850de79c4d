import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commonCopy, defineCall } from '@fridge/shared-contracts';
import { signedText, UPLOAD_LIMITS_MS } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { copy } from '../../copy.ts';
import { createServerClock } from '../clock.ts';
import { FakeRequest } from '../testing/fake-request.ts';
import { signByLateCode } from '../testing/sign-by-late-code.ts';
import { testSettings } from '../testing/test-settings.ts';
import { createRequests } from './requests.ts';
import { loadSigner } from './signing.ts';
import { upload } from './upload.ts';

const uploadWork = defineCall({
  path: '/activity/uploadWork',
  required: ['name'],
  optional: ['note'],
  files: ['cover', 'second'],
  access: 'household',
  data: v.object({ id: v.string() }),
});
const cover = new File(['cover'], 'cover.jpg', { type: 'image/jpeg' });
const second = new File(['second'], 'second.png', { type: 'image/png' });
const files = { cover, second };

function scene({ loadUpload = undefined as (() => Promise<{ upload: typeof upload }>) | undefined } = {}) {
  const made: FakeRequest[] = [];
  const onRefusedCredential = vi.fn();
  const createXhr = () => {
    const request = new FakeRequest();
    made.push(request);
    return request as unknown as XMLHttpRequest; // nothing else of it is used
  };
  const requests = createRequests({
    settings: testSettings,
    clock: createServerClock(Date.now, Date.now),
    credentials: { user: () => ({ userId: 'u', accessToken: 't' }), report: async () => null },
    createXhr,
    onRefusedCredential,
    fetch: async () => {
      throw new Error('files go another way');
    },
    loadUpload: loadUpload ?? (async () => ({ upload })),
  }).service;
  const begin = async (options: { signal?: AbortSignal; onProgress?: (sent: number) => void } = {}) => {
    const settled = vi.fn();
    const call = requests.call(uploadWork, { name: '早餐' }, { files, ...options }).then((result) => {
      settled(result);
      return result;
    });
    await vi.dynamicImportSettled(); // the signer's code
    await vi.advanceTimersByTimeAsync(0);
    const [request] = made;
    if (!request) throw new Error('nothing was sent');
    return { call, request, settled };
  };
  return { requests, begin, made, onRefusedCredential };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2024-05-01T00:00:00Z') });
  signByLateCode();
});
afterEach(() => void vi.useRealTimers());

describe('a call with files', () => {
  it('is sent as multipart, with a signature over its text fields only', async () => {
    const { begin } = scene();
    const { call, request } = await begin();
    const text = Object.fromEntries(
      [...request.form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
    const { token, ...signed } = text;
    expect(request.url).toBe('https://api.test/activity/uploadWork');
    expect(request.headers).toEqual({ authorization: `Basic ${btoa('u:t')}` });
    expect(Object.keys(signed).toSorted()).toEqual(['name', 'nonce', 'time_stamp']);
    const sign = await loadSigner(testSettings.signing);
    expect(token).toBe(await sign(signedText(signed)));
    expect([request.form.get('cover'), request.form.get('second')]).toMatchObject([
      { name: 'cover.jpg' },
      { name: 'second.png' },
    ]);
    request.answer({ code: 0, data: { id: 'w1' } });
    expect(await call).toEqual({ ok: true, data: { id: 'w1' } });
  });

  it('reports its progress', async () => {
    const { begin } = scene();
    const onProgress = vi.fn();
    const { call, request } = await begin({ onProgress });
    for (const loaded of [10, 55, 120]) request.sent(loaded);
    request.answer({ code: 0, data: { id: 'w1' } });
    await call;
    expect(onProgress.mock.calls).toEqual([[0.1], [0.55], [1], [1]]);
  });

  it.each([
    [{ code: 413, msg: '图片太大' }, 'refused', '图片太大'],
    [{ code: 0, data: {} }, 'malformed', commonCopy['common.fallback.toast']],
    ['<html>', 'malformed', commonCopy['common.fallback.toast']],
  ])('reads its answer as any call does (%#)', async (answer, reason, text) => {
    const { begin } = scene();
    const { call, request } = await begin();
    request.answer(answer);
    expect(await call).toMatchObject({ ok: false, reason, message: text });
  });

  it('stops reading an endless answer', async () => {
    const { begin } = scene();
    const { call, request } = await begin();
    request.received(1024 * 1024 + 1);
    expect(await call).toMatchObject({ reason: 'malformed' });
    expect(request.aborted).toBe(true);
  });

  it('reports a refused credential', async () => {
    const { begin, onRefusedCredential } = scene();
    const { call, request } = await begin();
    request.answer({ code: 401, msg: 'x' });
    await call;
    expect(onRefusedCredential).toHaveBeenCalledTimes(1);
  });
});

describe('an upload that fails', () => {
  it('has its own text when the connection fails', async () => {
    const { begin } = scene();
    const { call, request } = await begin();
    request.sent(40);
    request.fail();
    expect(await call).toEqual({
      ok: false,
      reason: 'network',
      code: -1,
      message: copy['contest.upload.transport.toast'],
    });
  });

  it('has the same text when the upload code fails to load', async () => {
    const { requests } = scene({
      loadUpload: async () => {
        throw new Error('no chunk');
      },
    });
    expect(await requests.call(uploadWork, { name: 'x' }, { files })).toMatchObject({
      reason: 'network',
      message: '系统异常',
    });
  });

  it('ends after 10 s without progress in either direction', async () => {
    const { begin } = scene();
    const { call, request, settled } = await begin();
    await vi.advanceTimersByTimeAsync(9_000);
    request.sent(10);
    await vi.advanceTimersByTimeAsync(9_000);
    request.received(10);
    await vi.advanceTimersByTimeAsync(UPLOAD_LIMITS_MS.silence - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ reason: 'timeout' });
    expect(request.aborted).toBe(true);
  });

  it('ends after 120 s in all, even with progress', async () => {
    const { begin } = scene();
    const { call, request, settled } = await begin();
    for (let passed = 5; passed < 120; passed += 5) {
      await vi.advanceTimersByTimeAsync(5_000);
      request.sent(passed, 1_000);
    }
    await vi.advanceTimersByTimeAsync(4_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ reason: 'timeout' });
  });

  it('can be aborted', async () => {
    const leaving = new AbortController();
    const { begin } = scene();
    const { call, request } = await begin({ signal: leaving.signal });
    leaving.abort();
    expect(await call).toMatchObject({ reason: 'aborted' });
    expect(request.aborted).toBe(true);
  });

  it('sends nothing when it was aborted before', async () => {
    const { requests, made } = scene();
    expect(await requests.call(uploadWork, { name: 'x' }, { files, signal: AbortSignal.abort() })).toMatchObject({
      reason: 'aborted',
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(made).toEqual([]);
  });
});
