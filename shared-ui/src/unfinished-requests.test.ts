import type { CallResult } from '@fridge/shared-contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRequestIds, isFinalRefusal, resendOnConflict } from './unfinished-requests.ts';

afterEach(() => vi.unstubAllGlobals());

function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
const refusing = {
  getItem: () => {
    throw new Error('denied');
  },
  setItem: () => {
    throw new Error('denied');
  },
  removeItem: () => {
    throw new Error('denied');
  },
};

describe.each([
  ['with storage', memory],
  ['where storage throws', () => refusing],
  ['without storage', () => null],
])('ids of unfinished requests %s', (_, storage) => {
  it('are one per user until it is finished', () => {
    const ids = createRequestIds('order', storage());
    expect(ids.find('u1')).toBeNull();
    const id = ids.begin('u1');
    expect([ids.begin('u1'), ids.find('u1')]).toEqual([id, id]);
    expect(ids.begin('u2')).not.toBe(id);
    ids.finish('u1', 'another');
    expect(ids.find('u1')).toBe(id);
    ids.finish('u1', id);
    expect(ids.find('u1')).toBeNull();
    expect(ids.begin('u1')).not.toBe(id);
  });
});

it('outlive the page, under their own name', () => {
  const storage = memory();
  const id = createRequestIds('order', storage).begin('u1');
  expect([...storage.items]).toEqual([['fridge.order.unfinished.u1', id]]);
  expect(createRequestIds('order', storage).find('u1')).toBe(id);
});

it.each(['', 'x', '../', '00000000-0000-0000-0000-00000000000G'])('are none for %j', (tampered) => {
  const storage = memory();
  storage.items.set('fridge.order.unfinished.u1', tampered);
  expect(createRequestIds('order', storage).find('u1')).toBeNull();
});

it('fall to the life of the page where the browser refuses its storage', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('denied');
    },
  });
  const ids = createRequestIds('x');
  expect(ids.begin('u1')).toBe(ids.find('u1'));
});

type Failure = Extract<CallResult<unknown>, { ok: false }>;
const failure = (reason: Failure['reason'], code = 0): Failure => ({ ok: false, reason, code, message: '' });

describe('resendOnConflict', () => {
  it.each<[string, CallResult<string>[], CallResult<string>, number]>([
    ['a result', [{ ok: true, data: 'tea' }], { ok: true, data: 'tea' }, 1],
    ['another failure', [failure('timeout')], failure('timeout'), 1],
    ['a result that a 409 hid', [failure('refused', 409), { ok: true, data: 'tea' }], { ok: true, data: 'tea' }, 2],
    ['a second 409', [failure('refused', 409), failure('refused', 409)], failure('refused', 409), 2],
  ])('returns %s', async (_, answers, result, times) => {
    const send = vi.fn(() => Promise.resolve(answers.shift() ?? failure('network')));
    expect([await resendOnConflict(send), send.mock.calls.length]).toEqual([result, times]);
  });
});

describe('isFinalRefusal', () => {
  it.each<[Failure, boolean]>([
    [failure('notice', 204), true],
    [failure('refused', 400), true],
    [failure('refused', 403), true],
    [failure('refused', 409), true],
    [failure('refused', 401), false],
    [failure('refused', 429), false],
    [failure('refused', 500), false],
    [failure('timeout'), false],
    [failure('network'), false],
    [failure('malformed'), false],
  ])('%j: %s', (given, final) => expect(isFinalRefusal(given)).toBe(final));
});
