import { expect, it } from 'vitest';
import { isoInShanghai } from './iso-in-shanghai.ts';
import { readForm } from './read-form.ts';

it.each([
  ['', {}],
  ['a=1&b=%E5%BC%A0+%E4%B8%89&c=', { a: '1', b: '张 三', c: '' }],
  ['__proto__=x', Object.fromEntries([['__proto__', 'x']])],
])('readForm %j', (body, expected) => expect(Object.entries(readForm(body))).toEqual(Object.entries(expected)));

it.each(['a=1&a=1', 'a=%00', '%00=a'])('readForm refuses %j', (body) => expect(() => readForm(body)).toThrow('server.param'));

it.each([
  ['2023-08-01T02:00:00.999Z', '2023-08-01T10:00:00+08:00'],
  ['2023-07-31T16:00:00.000Z', '2023-08-01T00:00:00+08:00'],
])('isoInShanghai %s -> %s', (utc, shanghai) => expect(isoInShanghai(new Date(utc))).toBe(shanghai));
