import { beforeEach, describe, expect, it, vi } from 'vitest';
import { classifyMessage, respond } from './bridge-link.ts';
import type { Fault } from './fault.ts';
import { type Answer, AppError, type Call } from './messages.ts';

const hostOrigin = 'http://localhost:4170';
const page = { name: 'page' };
const second = { name: 'second' };
const foreign = { name: 'foreign' };
const trusted = {
  hostOrigin,
  views: new Map([
    [page, 1],
    [second, 2],
  ]),
};
const message = { id: 'a1', method: 'getUserInfo' };

describe('classifyMessage', () => {
  it.each([
    [
      'a call',
      hostOrigin,
      page,
      message,
      { kind: 'call', view: 1, id: 'a1', method: 'getUserInfo', params: undefined },
    ],
    [
      'a call of the second web view',
      hostOrigin,
      second,
      { ...message, params: { max: 1 } },
      { kind: 'call', view: 2, id: 'a1', method: 'getUserInfo', params: { max: 1 } },
    ],
    [
      'a number for an id',
      hostOrigin,
      page,
      { ...message, id: 0 },
      { kind: 'call', view: 1, id: 0, method: 'getUserInfo', params: undefined },
    ],
    ['a hello', hostOrigin, page, { hello: 'host' }, { kind: 'hello', view: 1 }],
    [
      'another origin',
      'http://evil.example',
      page,
      message,
      { kind: 'refused', reason: 'origin', origin: 'http://evil.example', method: 'getUserInfo' },
    ],
    [
      'an origin that only begins alike',
      `${hostOrigin}.evil.example`,
      page,
      message,
      { kind: 'refused', reason: 'origin', origin: `${hostOrigin}.evil.example`, method: 'getUserInfo' },
    ],
    [
      'an opaque origin',
      'null',
      page,
      message,
      { kind: 'refused', reason: 'origin', origin: 'null', method: 'getUserInfo' },
    ],
    [
      'another window',
      hostOrigin,
      foreign,
      message,
      { kind: 'refused', reason: 'source', origin: hostOrigin, method: 'getUserInfo' },
    ],
    [
      'no window',
      hostOrigin,
      null,
      message,
      { kind: 'refused', reason: 'source', origin: hostOrigin, method: 'getUserInfo' },
    ],
    [
      'a foreign hello',
      'http://evil.example',
      foreign,
      { hello: 'host' },
      { kind: 'refused', reason: 'origin', origin: 'http://evil.example', method: 'hello' },
    ],
    ['another hello', hostOrigin, page, { hello: 'CompanionApp/8.1.0' }, { kind: 'ignored' }],
    ['no id', hostOrigin, page, { method: 'share' }, { kind: 'ignored' }],
    ['an empty id', hostOrigin, page, { id: '', method: 'share' }, { kind: 'ignored' }],
    ['an answer', hostOrigin, page, { id: '1', ok: true }, { kind: 'ignored' }],
    ['text', hostOrigin, page, '{"id":"1","method":"share"}', { kind: 'ignored' }],
    ['nothing', hostOrigin, page, null, { kind: 'ignored' }],
  ])('%s', (_name, origin, source, data, incoming) =>
    expect(classifyMessage({ origin, source, data }, trusted)).toEqual(incoming),
  );
});

const call: Call = { view: 1, id: 'x1', method: 'getUserInfo', params: undefined };

/** A responder on a clock that moves only while something waits on it. */
function stage(fault: Fault, act: () => Promise<unknown> = () => Promise.resolve({ userId: '' })) {
  let clock = 0;
  const sent: { at: number; answer: Answer }[] = [];
  const acted: number[] = [];
  const keepSilent = vi.fn();
  const answered = (asked: Call) =>
    respond(asked, {
      act: () => {
        acted.push(clock);
        return act();
      },
      faultOf: () => fault,
      send: (_call, answer) => sent.push({ at: clock, answer }),
      keepSilent,
      wait: (milliseconds) => {
        clock += milliseconds;
        return Promise.resolve();
      },
    });
  return { answered, sent, acted, keepSilent };
}

const success: Answer = { id: 'x1', ok: true, data: { userId: '' } };

describe('respond', () => {
  let scene: ReturnType<typeof stage>;
  beforeEach(() => {
    scene = stage({ mode: 'none' });
  });

  it.each<[string, Fault, number[], { at: number; answer: Answer }[]]>([
    ['no fault', { mode: 'none' }, [0], [{ at: 0, answer: success }]],
    ['slow', { mode: 'slow', seconds: 2 }, [2000], [{ at: 2000, answer: success }]],
    ['late', { mode: 'late' }, [0], [{ at: 6000, answer: success }]],
    [
      'twice',
      { mode: 'twice' },
      [0],
      [
        { at: 0, answer: success },
        { at: 300, answer: success },
      ],
    ],
    [
      'failing',
      { mode: 'fail', code: 9, errMessage: 'no' },
      [],
      [{ at: 0, answer: { id: 'x1', ok: false, error: { code: 9, errMessage: 'no' } } }],
    ],
    ['silent', { mode: 'silent' }, [], []],
  ])('%s', async (_name, fault, acted, sent) => {
    scene = stage(fault);
    await scene.answered(call);
    expect(scene.acted).toEqual(acted);
    expect(scene.sent).toEqual(sent);
    expect(scene.keepSilent).toHaveBeenCalledTimes(fault.mode === 'silent' ? 1 : 0);
  });

  it.each([
    ['getUserInfo', 6_000],
    ['cloudRequest', 6_000],
    ['choosePhotos', 31_000],
    ['login', 31_000],
  ])('answers a late %s after its own limit', async (method, at) => {
    scene = stage({ mode: 'late' });
    await scene.answered({ ...call, method });
    expect(scene.sent).toEqual([{ at, answer: success }]);
  });

  it('refuses an unknown method by name', async () => {
    await scene.answered({ ...call, method: 'constructor' });
    expect(scene.acted).toEqual([]);
    expect(scene.sent).toEqual([
      { at: 0, answer: { id: 'x1', ok: false, error: { code: 404, errMessage: 'unknown method constructor' } } },
    ]);
  });

  it.each([
    [new AppError(401, 'log in first'), { code: 401, errMessage: 'log in first' }],
    [new TypeError('broken'), { code: 500, errMessage: 'broken' }],
  ])('turns %s into the answer’s error', async (error, expected) => {
    scene = stage({ mode: 'none' }, () => Promise.reject(error));
    await scene.answered(call);
    expect(scene.sent).toEqual([{ at: 0, answer: { id: 'x1', ok: false, error: expected } }]);
  });

  it('keeps the type of a numeric id', async () => {
    await scene.answered({ ...call, id: 0 });
    expect(scene.sent[0]?.answer.id).toBe(0);
  });
});
