import * as v from 'valibot';

/** Before `v.record`, which takes a list for an object without names. */
export const noList = v.check((input: unknown) => !Array.isArray(input), 'an object, not a list');
