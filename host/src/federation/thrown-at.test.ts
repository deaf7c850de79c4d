import { expect, it } from 'vitest';
import { thrownAt } from './thrown-at.ts';

const entry = 'https://cdn.example/picnic/1.0.0/remoteEntry-1.js';
const at = (stack: string) => Object.assign(new TypeError('x of 13900002001 is no function'), { stack });
const place = { file: 'assets/a-1.js', line: 1, column: 234 };

it.each([
  [
    'of V8',
    'TypeError: x\n    at f (https://cdn.example/picnic/1.0.0/assets/a-1.js:1:234)\n    at g (https://host/a.js:2:3)',
    place,
  ],
  ['of JavaScriptCore', 'f@https://cdn.example/picnic/1.0.0/assets/a-1.js:1:234\nglobal code', place],
  [
    'below frames of the host',
    'at r (https://host/a.js:2:3)\nat https://cdn.example/picnic/1.0.0/assets/a-1.js:1:234',
    place,
  ],
  ['of a retry', 'at f (https://cdn.example/~2/picnic/1.0.0/assets/a-1.js:1:234)', place],
  ['of a late chunk that was asked for again', 'f@https://cdn.example/picnic/1.0.0/assets/a-1.js?again=1:1:234', place],
  [
    'after a message of many addresses',
    `TypeError: ${'https://'.repeat(12_000)}\nat f (https://cdn.example/picnic/1.0.0/assets/a-1.js:1:234)`,
    place,
  ],
  ['of another remote', 'at f (https://cdn.example/draw/1.0.0/assets/a-1.js:1:234)', undefined],
  ['without a file', 'TypeError: x', undefined],
])('a stack %s', (_, stack, found) =>
  expect(thrownAt(at(stack), entry)).toEqual({
    ...(found && { place: found }),
    message: 'TypeError: x of … is no function',
  }),
);

it.each([undefined, null, 'a text', 3, {}])('knows nothing of %j', (thrown) =>
  expect(thrownAt(thrown, entry)).toEqual({}),
);
