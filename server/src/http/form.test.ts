import { expect, it } from 'vitest';
import { readForm } from './signature.ts';

it.each([
  ['', {}],
  ['a=1&b=%E5%BC%A0+%E4%B8%89&c=', { a: '1', b: '张 三', c: '' }],
  ['__proto__=x', Object.fromEntries([['__proto__', 'x']])],
])('readForm %j', (body, expected) => expect(Object.entries(readForm(body))).toEqual(Object.entries(expected)));

it.each(['a=1&a=1', 'a=%00', '%00=a'])('readForm refuses %j', (body) => expect(() => readForm(body)).toThrow('server.param'));
