import * as v from 'valibot';
import { matching } from '../contract/fields.ts';
import type { Query } from '../contract/screen-values.ts';
import { isPersonalParameter } from './personal-parameters.ts';
import { pick } from './token-parameters.ts';

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
