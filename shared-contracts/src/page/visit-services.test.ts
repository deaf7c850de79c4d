import { expect, it, describe, vi } from 'vitest';
import * as v from 'valibot';
import { defineCall } from '../contract/calls.ts';
import type { CallResult, HostServices } from '../contract/host-services.ts';
import { commonCopy } from '../copy/common.ts';
import { bindToVisit, createScreenLife } from './visit-services.ts';

const call = defineCall({
  path: '/activity/saveWork',
  required: ['id'],
  optional: ['note'],
  access: 'household',
  data: v.object({ n: v.number() }),
});
const photos = defineCall({
  path: '/activity/upload',
  required: ['id'],
  files: ['photo'],
  access: 'household',
  data: v.unknown(),
});
const photo = new Blob(['x']);
const nothing = () => ({});

/** A visit's calls, over a host that answers each with this. */
function scene({
  calls = null as readonly string[] | null,
  answer = { ok: true, data: 1 } as CallResult<unknown>,
} = {}) {
  const made = vi.fn(async (..._asked: unknown[]) => answer);
  const toast = vi.fn();
  const [onUndeclared, onMalformed, onThrow] = [vi.fn(), vi.fn(), vi.fn()];
  const life = createScreenLife(toast, () => false);
  const services = {
    ...Object.fromEntries(
      [
        'skin',
        'visibility',
        'windows',
        'session',
        'feedback',
        'navigation',
        'header',
        'sharing',
        'external',
        'bridge',
      ].map((name) => [name, nothing()]),
    ),
    requests: { call: made },
  } as unknown as HostServices; // nothing else is used
  const edge = { life, calls, methods: null, requires: [], onUndeclared, onMalformed, onOutdatedApp: nothing, onThrow };
  const { requests } = bindToVisit(services, edge);
  const make = requests.call as (...asked: unknown[]) => Promise<CallResult<unknown>>; // what a remote without types may do
  return { make, made, life, toast, onUndeclared, onMalformed, onThrow };
}
const invalid = { ok: false, reason: 'invalid', code: -1, message: commonCopy['common.fallback.toast'] };

describe('a valid call', () => {
  it('is handed on, with its fields and options', async () => {
    const { make, made } = scene();
    const { signal } = new AbortController();
    expect(await make(call, { id: '7', note: 'x' }, { quiet: true, signal })).toEqual({ ok: true, data: 1 });
    expect(made.mock.calls).toEqual([[call, { id: '7', note: 'x' }, { quiet: true, signal }]]);
  });

  it('has none where it requires none', async () => {
    const { make, made } = scene();
    const list = defineCall({ path: '/activity/list', access: 'none', data: v.unknown() });
    await make(list);
    await make(list, undefined, { quiet: true });
    expect(made.mock.calls).toEqual([
      [list, {}, {}],
      [list, {}, { quiet: true }],
    ]);
    expect(await make(call)).toEqual(invalid);
  });

  it('has its files, and goes on when its progress throws', async () => {
    const { make, made, onThrow } = scene();
    const onProgress = vi.fn(() => {
      throw new Error('x');
    });
    await make(photos, { id: '7' }, { files: { photo }, onProgress });
    const options = made.mock.calls[0]?.[2] as { files: unknown; onProgress: (sent: number) => void };
    options.onProgress(0.5);
    expect([options.files, onProgress.mock.calls, onThrow.mock.calls.length]).toEqual([{ photo }, [[0.5]], 1]);
  });
});

describe('an invalid call', () => {
  const refuses = async (definition: unknown, fields: unknown = { id: '7' }, options?: unknown) => {
    const { make, made, toast, onMalformed } = scene();
    expect(await make(definition, fields, options)).toEqual(invalid);
    expect([made.mock.calls, toast.mock.calls, onMalformed.mock.calls]).toEqual([
      [],
      [[invalid.message]],
      [['call', { call: definition, fields, options }]],
    ]);
  };

  it.each([
    ['a name', 'saveWork'],
    ['nothing', null],
    ['a function', () => call],
    ['no path', { ...call, path: undefined }],
    ['an address', { ...call, path: 'https://evil.test/' }],
    ['no fields', { ...call, required: undefined }],
    ['a signed field', { ...call, optional: ['token'] }],
    ['an unknown access', { ...call, access: 'admin' }],
    ['no schema', { ...call, data: undefined }],
    ['a schema without a validator', { ...call, data: { '~standard': {} } }],
  ])('is refused: %s', (_name, definition) => refuses(definition));

  it.each([
    ['none', null],
    ['a required one missing', {}],
    ['a required one empty', { id: '' }],
    ['a number', { id: 7 }],
    ['null', { id: '7', note: null }],
    ['an unknown one', { id: '7', admin: '1' }],
    ["a prototype's", { id: '7', ['__proto__x']: '1' }],
  ])('with fields: %s', (_name, fields) => refuses(call, fields));

  it.each([
    ['a text', 'quiet'],
    ['a quiet that is none', { quiet: 'yes' }],
    ['a signal that is none', { signal: {} }],
    ['a progress that is none', { onProgress: 7 }],
    ['files that it has none of', { files: { photo } }],
    ['null files', { files: null }],
  ])('with options: %s', (_name, options) => refuses(call, { id: '7' }, options));

  it.each([
    ['none', undefined],
    ['one missing', { files: {} }],
    ['one too many', { files: { photo, more: photo } }],
    ['no file', { files: { photo: 'x' } }],
  ])('with files: %s', (_name, options) => refuses(photos, { id: '7' }, options));
});

describe('a release', () => {
  const other = defineCall({ path: '/activity/other', access: 'none', data: v.unknown() });
  const opaque = defineCall({ path: { setting: 'isDirect' }, access: 'none', data: v.unknown() });

  it('may make the calls that it lists, and no other', async () => {
    const { make, made, toast, onUndeclared } = scene({ calls: ['/activity/other', 'setting:isDirect'] });
    expect([await make(other, {}), await make(opaque, {})]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await make(call, { id: '7' })).toEqual({ ...invalid, reason: 'undeclared' });
    await make(call, { id: '7' }, { quiet: true });
    expect([made.mock.calls.length, toast.mock.calls.length, onUndeclared.mock.calls]).toEqual([
      2,
      1,
      [['/activity/saveWork'], ['/activity/saveWork']],
    ]);
  });

  it.each([
    ['/activity/other', true],
    ['/operator/close', false],
    ['/activity/../operator/close', false],
  ] as const)("without a list may make any call of the product's own: %s", async (path, ok) => {
    expect(await scene().make({ ...other, path }, {})).toMatchObject({ ok });
  });
});

describe('a failure', () => {
  const failed = { ok: false, reason: 'refused', code: 500, message: '系统繁忙' } as const;
  it.each([
    ['is shown', failed, {}, [['系统繁忙']]],
    ['of a quiet call is not', failed, { quiet: true }, []],
    ['that the remote aborted is not', { ...failed, reason: 'aborted' as const }, {}, []],
  ])('%s', async (_name, answer, options, toasts) => {
    const { make, toast } = scene({ answer });
    expect(await make(call, { id: '7' }, options)).toEqual(answer);
    expect(toast.mock.calls).toEqual(toasts);
  });

  it('is not shown to the next screen of another remote', async () => {
    const { make, toast, life } = scene({ answer: failed });
    life.end();
    await make(call, { id: '7' });
    expect(toast).not.toHaveBeenCalled();
  });
});
