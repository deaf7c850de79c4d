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

/** What the address bar may show, and what is stored for the tab. */
export const splitQuery = (query: Query) => ({
  open: pick(query, (name) => !isPersonalParameter(name)),
  personal: pick(query, isPersonalParameter),
});
