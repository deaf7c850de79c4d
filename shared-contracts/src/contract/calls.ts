import * as v from 'valibot';
import { text } from './fields.ts';

/**
 * Who may make a call (architecture, "The wire").
 * - `household`: a signed-in app user
 * - `report`: also a report token; a full session takes precedence
 * - `none`: anyone; known users are identified (a work's author)
 */
export type CallAccess = 'household' | 'report' | 'none';

/** A path, or the setting with the opaque name of a 2023 activity server's call (spec section 7). */
export type CallPath = `/${string}` | { readonly setting: string };

export interface Call<
  Required extends string = string,
  Optional extends string = string,
  File extends string = string,
  Schema extends StandardSchema = StandardSchema,
  Access extends CallAccess = CallAccess,
> {
  readonly path: CallPath;
  /** Always sent, never empty. */
  readonly required: readonly Required[];
  readonly optional: readonly Optional[];
  /** Such a call is sent as multipart with progress. */
  readonly files: readonly File[];
  readonly access: Access;
  /** Any Standard Schema, for `data` of code 0. */
  readonly data: Schema;
}

/** An empty optional field is the same as none. */
export type CallFields<C extends Call> =
  C extends Call<infer Required, infer Optional>
    ? Readonly<Record<Required, string>> & Readonly<Partial<Record<Optional, string | undefined>>>
    : never;
export type CallFiles<C extends Call> =
  C extends Call<string, string, infer File> ? Readonly<Record<File, Blob>> : never;
export type CallData<C extends Call> = OutputOf<C['data']>;

/** Defines a call, imported by remote and server but not by the host (spec section 7). */
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

/** Fields added to every signed call. */
export const signatureFields = ['time_stamp', 'nonce', 'token'] as const;

/** Path, or `setting:<name>`, as releases list it. */
export function callId({ path }: Pick<Call, 'path'>): string {
  return typeof path === 'string' ? path : `setting:${path.setting}`;
}

export const callIds = (...calls: readonly Pick<Call, 'path'>[]): string[] => calls.map(callId);

/** The path, also of an opaque name (architecture, "The wire"). @returns `null` when the settings don't name it */
export function resolveCallPath(path: CallPath, opaqueNames: Readonly<Record<string, string>>): string | null {
  if (typeof path === 'string') return path;
  return Object.hasOwn(opaqueNames, path.setting) ? `/activity2023/${opaqueNames[path.setting]}` : null;
}

/** Publishing refuses any other (architecture, "The registry"). */
const PRODUCT_CALL =
  /^(?:\/(?:activity|fridge|annualReport|team\/[a-z][a-z\d-]{0,31})(?:\/[A-Za-z\d][\w.-]{0,63}){1,4}|setting:[A-Za-z]\w{0,63})$/;

export function isProductCall(id: string): boolean {
  return PRODUCT_CALL.test(id) && !id.includes('..');
}

export const callIdSchema = v.pipe(
  text,
  v.check(isProductCall, "a call of the product's own, such as /team/picnic/dishes or setting:dishes"),
);

/** The used part of Standard Schema v1 (standardschema.dev): a remote chooses its library, the host needs none. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}
type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] };

export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];
