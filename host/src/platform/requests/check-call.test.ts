import { describe, expect, it, vi } from 'vitest';
import { defineCall } from '@fridge/shared-contracts';
import * as v from 'valibot';
import { checkCall } from './check-call.ts';

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
const trap = {
  get path() {
    throw new Error('trap');
  },
};
const schema = (validate: unknown) => ({ '~standard': { version: 1, vendor: 'test', validate } });
const check = (definition: unknown, fields: unknown = { id: '7' }, options?: unknown) =>
  checkCall(definition, fields, options, { isDirect: 'q7' });

describe('a valid call', () => {
  it('is read once, with its fields and options', () => {
    const { signal } = new AbortController();
    const onProgress = vi.fn();
    expect(check(call, { id: '7', note: 'x' }, { quiet: true, signal, onProgress })).toMatchObject({
      id: '/activity/saveWork',
      path: '/activity/saveWork',
      access: 'household',
      fields: { id: '7', note: 'x' },
      files: null,
      quiet: true,
      signal,
      onProgress,
    });
  });

  it.each([{ id: '7', note: '' }, { id: '7', note: undefined }, { id: '7' }])(
    'leaves out empty optional fields: %j',
    (fields) => expect(check(call, fields)?.fields).toEqual({ id: '7' }),
  );

  it('keeps white space and zeros', () =>
    expect(check(call, { id: '0', note: ' ' })?.fields).toEqual({ id: '0', note: ' ' }));
  it('finds the opaque name of its setting', () =>
    expect(
      check(defineCall({ path: { setting: 'isDirect' }, access: 'household', data: v.unknown() }), {}),
    ).toMatchObject({ id: 'setting:isDirect', path: '/activity2023/q7' }));
  it('has its files', () =>
    expect(check(photos, { id: '7' }, { files: { photo } })).toMatchObject({ files: { photo } }));
});

describe('an invalid call', () => {
  it.each([
    ['a name', 'saveWork'],
    ['nothing', null],
    ['a function', () => call],
    ['no path', { ...call, path: undefined }],
    ['an address', { ...call, path: 'https://evil.test/' }],
    ['a setting that is not there', { ...call, path: { setting: 'toString' } }],
    ['no fields', { ...call, required: undefined }],
    ['a signed field', { ...call, optional: ['token'] }],
    ['an unknown access', { ...call, access: 'admin' }],
    ['no schema', { ...call, data: undefined }],
    ['a schema without a validator', { ...call, data: { '~standard': {} } }],
    ['a trap', trap],
  ])('is refused: %s', (_name, definition) => expect(check(definition)).toBeNull());

  it.each([
    ['none', null],
    ['a required one missing', {}],
    ['a required one empty', { id: '' }],
    ['a number', { id: 7 }],
    ['null', { id: '7', note: null }],
    ['an unknown one', { id: '7', admin: '1' }],
    ["a prototype's", { id: '7', ['__proto__x']: '1' }],
    [
      'a trap',
      {
        get id() {
          throw new Error('trap');
        },
      },
    ],
  ])('with fields: %s', (_name, fields) => expect(checkCall(call, fields, undefined, {})).toBeNull());

  it.each([
    ['a text', 'quiet'],
    ['a quiet that is none', { quiet: 'yes' }],
    ['a signal that is none', { signal: {} }],
    ['a progress that is none', { onProgress: 7 }],
    ['files that it has none of', { files: { photo } }],
    ['null files', { files: null }],
    [
      'a trap',
      {
        get quiet() {
          throw new Error('trap');
        },
      },
    ],
  ])('with options: %s', (_name, options) => expect(check(call, { id: '7' }, options)).toBeNull());

  it.each([
    ['none', undefined],
    ['one missing', { files: {} }],
    ['one too many', { files: { photo, more: photo } }],
    ['no file', { files: { photo: 'x' } }],
  ])('with files: %s', (_name, options) => expect(check(photos, { id: '7' }, options)).toBeNull());
});

describe('data', () => {
  it('is the output of the schema', () => {
    expect(check(call)?.read({ n: 1, more: 2 })).toEqual({ value: { n: 1 } });
    expect(check(call)?.read({ n: '1' })).toBeNull();
    expect(check({ ...call, data: schema(() => ({ value: undefined })) })?.read(null)).toEqual({ value: undefined });
  });

  it.each([
    ['answers later', async () => ({ value: 1 })],
    [
      'rejects later',
      async () => {
        throw new Error('x');
      },
    ],
    [
      'throws',
      () => {
        throw new Error('x');
      },
    ],
    ['answers nothing', () => undefined],
    ['has issues and a value', () => ({ value: 1, issues: [{}] })],
  ])('is malformed for a schema that %s', (_name, validate) =>
    expect(check({ ...call, data: schema(validate) })?.read({})).toBeNull(),
  );
});
