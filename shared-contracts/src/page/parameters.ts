import * as v from 'valibot';
import { matching } from '../contract/fields.ts';
import type { Query } from '../contract/screen-values.ts';
import { pick, tokens } from './token-parameters.ts';

/**
 * Parameters that identify the user or grant access: read once, stored for the tab, removed from the address bar, never
 * shared (architecture, "The native bridge"). `name` and `address` are the address form's (spec section 2, "Routes").
 */
const personal: ReadonlySet<string> = new Set([
  'fridgeId',
  'mobile',
  'phone',
  'homeId',
  'userId',
  'sn8',
  'spec',
  'ac',
  'name',
  'address',
  ...tokens,
]);
export const isPersonalParameter = (name: string): boolean => personal.has(name);

/** Page context in every link within the product. */
export const carriedParameters = ['brand', 'activityId', 'source', 'comeFrom', 'meijuBanner'] as const;

/** Without as many digits in a row as a phone number has. */
const PUBLIC_VALUE = /^(?!.*\d{11})[\w-]{1,64}$/;

/** Declared by a release for share links. */
export const publicParameterSchema = v.pipe(
  matching(/^[A-Za-z]\w{0,31}$/, 'a parameter name'),
  v.check((name) => !isPersonalParameter(name), "a parameter that tells nothing of a person: it can't be made public"),
);

/**
 * Parameters of a share link: of the page's context, only the brand and the activity.
 * @param declared public names of the release
 */
export const publicQuery = (query: Query, declared: readonly string[] = []): Record<string, string> =>
  pick(
    query,
    (name, value) =>
      ['brand', 'activityId', ...declared].includes(name) && !isPersonalParameter(name) && PUBLIC_VALUE.test(value),
  );

/** What the address bar may show, and what is stored for the tab. */
export const splitQuery = (query: Query) => ({
  open: pick(query, (name) => !isPersonalParameter(name)),
  personal: pick(query, isPersonalParameter),
});
