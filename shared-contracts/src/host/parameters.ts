import * as v from 'valibot';
import { tokenParameters } from './token-parameters.ts';

/**
 * Address parameters that tell who somebody is or let someone act as them. They are read once, kept for the tab and
 * taken out of the address bar; no link, code or card ever carries one (architecture, "The native bridge").
 * `name` and `address` are those of the address form (spec section 2, "Routes").
 */
export const personalParameters = [
  'fridgeId', 'mobile', 'phone', 'homeId', 'userId', 'sn8', 'spec', 'ac', 'name', 'address', ...tokenParameters,
] as const;

const personal: ReadonlySet<string> = new Set(personalParameters);
export const isPersonalParameter = (name: string): boolean => personal.has(name);

/** Public parameters of the page context: they travel along from screen to screen, and stand in every link within the product. */
export const carriedParameters = ['brand', 'activityId', 'source', 'comeFrom', 'meijuBanner'] as const;

/** Of those, what a link for somebody else carries. */
const SHARED_CONTEXT = ['brand', 'activityId'] as const;

const PUBLIC_VALUE = /^[\w-]{1,64}$/;
/** As long a run of digits as a phone has is nobody's public id. */
const LOOKS_PERSONAL = /\d{11}/;

/** A query parameter that a release declares as fit for share links. Personal ones can't be declared. */
export const publicParameterSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z]\w{0,31}$/, 'a parameter name'),
  v.check((name) => !isPersonalParameter(name), "a parameter that tells nothing of a person: it can't be made public"),
);

/**
 * What a link for somebody else may carry.
 * @param declared the names that the activity's release made public
 */
export function publicQuery(query: Readonly<Record<string, string | undefined>>, declared: readonly string[] = []): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of [...SHARED_CONTEXT, ...declared]) {
    const value = query[name];
    if (!isPersonalParameter(name) && value !== undefined && PUBLIC_VALUE.test(value) && !LOOKS_PERSONAL.test(value)) kept[name] = value;
  }
  return kept;
}

/** Parts a query into what may stand in the address bar and what is kept for the tab. */
export function splitQuery(query: Readonly<Record<string, string | undefined>>): { open: Record<string, string>; personal: Record<string, string> } {
  const open: Record<string, string> = {};
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    (isPersonalParameter(name) ? kept : open)[name] = value;
  }
  return { open, personal: kept };
}
