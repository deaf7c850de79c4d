import * as v from 'valibot';

/** `v.record` leaves them out without a word. */
const LEFT_OUT = ['__proto__', 'constructor', 'prototype'] as const;

/** Before `v.record`, so that nothing of a document is lost. */
export const keptNames = v.check(
  (input: unknown) => !LEFT_OUT.some((name) => Object.hasOwn(Object(input), name)),
  `other names than ${LEFT_OUT.join(', ')}`,
);
