import * as v from 'valibot';
import type { OutputOf, StandardSchema } from './standard-schema.ts';

/**
 * Who may make a call (architecture, "The wire").
 * - `household`: a user of the app with everything that is theirs
 * - `report`: a report token is enough; a full session wins where both are there
 * - `none`: anyone; who is known is named, so that the author of a work is recognised
 */
export type CallAccess = 'household' | 'report' | 'none';

/**
 * Where a call goes: a path of the product's own, or the name of a setting that holds the opaque name of one of the
 * 2023 activity server's calls (spec section 7), which the host looks up.
 */
export type CallPath = `/${string}` | { readonly setting: string };

/** One call of the backend: where it goes, what it carries, who may make it and what its data looks like. */
export interface Call<
  Required extends string = string,
  Optional extends string = string,
  File extends string = string,
  Schema extends StandardSchema = StandardSchema,
  Access extends CallAccess = CallAccess,
> {
  readonly path: CallPath;
  /** Fields that are always sent, and never empty. */
  readonly required: readonly Required[];
  readonly optional: readonly Optional[];
  /** Files; a call that has any is sent as multipart with progress. */
  readonly files: readonly File[];
  readonly access: Access;
  /** Reads `data` of an answer with code 0. Any library that implements Standard Schema will do. */
  readonly data: Schema;
}

/** What a call carries beside the signed fields. Optional ones may be left out or be empty, which is the same. */
export type CallFields<C extends Call> = C extends Call<infer Required, infer Optional>
  ? Readonly<Record<Required, string>> & Readonly<Partial<Record<Optional, string | undefined>>>
  : never;
export type CallFiles<C extends Call> = C extends Call<string, string, infer File> ? Readonly<Record<File, Blob>> : never;
export type CallData<C extends Call> = OutputOf<C['data']>;

/**
 * Defines a call. The remote that makes it and the server that answers it import the same definition; the host
 * imports none (spec section 7).
 */
export function defineCall<
  const Required extends string = never,
  const Optional extends string = never,
  const File extends string = never,
  Schema extends StandardSchema = StandardSchema,
  const Access extends CallAccess = CallAccess,
>(call: {
  path: CallPath;
  required?: readonly Required[];
  optional?: readonly Optional[];
  files?: readonly File[];
  access: Access;
  data: Schema;
}): Call<Required, Optional, File, Schema, Access> {
  return Object.freeze({ required: [], optional: [], files: [], ...call });
}

/** Fields that every signed call carries besides its own. */
export const signedFields = ['time_stamp', 'nonce', 'token'] as const;

/** How a release lists a call that it makes: its path, or `setting:<name>`. */
export function callId({ path }: Pick<Call, 'path'>): string {
  return typeof path === 'string' ? path : `setting:${path.setting}`;
}

/** The calls of a release, for `release.config.ts`. */
export const callIds = (...calls: readonly Pick<Call, 'path'>[]): string[] => calls.map(callId);

/** Where the calls with opaque names are answered (architecture, "The wire"). */
const OPAQUE_BASE = '/activity2023/';

/** @returns the path of a call, or `null` when the settings don't name it */
export function resolveCallPath(path: CallPath, opaqueNames: Readonly<Record<string, string>>): string | null {
  if (typeof path === 'string') return path;
  const name = Object.hasOwn(opaqueNames, path.setting) ? opaqueNames[path.setting] : undefined;
  return name === undefined ? null : OPAQUE_BASE + name;
}

/** Paths of the product's backend; a release that lists any other isn't published (architecture, "The registry"). */
const PRODUCT_CALL = /^(?:\/(?:activity|fridge|annualReport)(?:\/[A-Za-z\d][\w.-]{0,63}){1,4}|setting:[A-Za-z]\w{0,63})$/;

/** Whether a listed call stays within the product's own paths. */
export function isProductCall(id: string): boolean {
  return PRODUCT_CALL.test(id) && !id.includes('..');
}

/** A call as a release or the registry lists it. */
export const callIdSchema = v.pipe(v.string(), v.check(isProductCall, "a call of the product's own, such as /activity/getMyPrize or setting:isDirect"));
