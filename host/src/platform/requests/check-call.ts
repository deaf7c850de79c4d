import * as v from 'valibot';
import type { CallAccess, StandardSchema } from '@fridge/shared-contracts';
import { callId, resolveCallPath, signedFields } from '@fridge/shared-contracts/host';
import type { Fields } from './signing.ts';

/** A valid call, read once from what a remote passed. */
export interface CheckedCall {
  /** As a release lists it. */
  id: string;
  path: string;
  access: CallAccess;
  fields: Fields;
  /** `null`: a form call. */
  files: Readonly<Record<string, Blob>> | null;
  signal?: AbortSignal | undefined;
  quiet: boolean;
  onProgress?: ((sent: number) => void) | undefined;
  /** @returns `null` for data that doesn't match the call's schema */
  read: (data: unknown) => { value: unknown } | null;
}

const fieldName = v.pipe(v.string(), v.check((name) => !signedFields.some((signed) => signed === name)));

const callSchema = v.object({
  path: v.union([
    v.custom<`/${string}`>((path) => typeof path === 'string' && path.startsWith('/')),
    v.object({ setting: v.string() }),
  ]),
  required: v.array(fieldName),
  optional: v.array(fieldName),
  files: v.optional(v.array(fieldName), []),
  access: v.picklist(['household', 'report', 'none']),
  data: v.custom<StandardSchema>(
    (schema) => typeof (schema as Partial<StandardSchema> | null | undefined)?.['~standard']?.validate === 'function',
  ),
});

const fieldsSchema = v.record(v.string(), v.optional(v.string()));

const optionsSchema = v.object({
  signal: v.optional(v.instance(AbortSignal)),
  quiet: v.optional(v.boolean(), false),
  onProgress: v.optional(v.custom<(sent: number) => void>((value) => typeof value === 'function')),
  files: v.optional(v.record(v.string(), v.instance(Blob)), {}),
});

const successSchema = v.object({ value: v.unknown(), issues: v.optional(v.undefined()) });

/**
 * Checks a call at run time: a remote may be built without the contract's types, and its accessors may throw. Optional
 * fields that are absent or empty are left out, since a form can't tell them apart.
 * @param opaqueNames of the settings, for calls whose path is the name of one
 * @returns `null` unless call, fields and options match the definition of the call
 */
export function checkCall(
  call: unknown,
  fields: unknown,
  options: unknown,
  opaqueNames: Readonly<Record<string, string>>,
): CheckedCall | null {
  try {
    const { path, access, data, required, optional, files: fileNames } = v.parse(callSchema, call);
    const given = v.parse(fieldsSchema, fields);
    const { files, ...rest } = v.parse(optionsSchema, options ?? {});

    const resolved = resolveCallPath(path, opaqueNames);
    const filled = Object.fromEntries(Object.entries(given).filter((field): field is [string, string] => Boolean(field[1])));
    const isDefined =
      Object.keys(given).every((name) => required.includes(name) || optional.includes(name)) &&
      Object.keys(files).every((name) => fileNames.includes(name));
    const isComplete =
      required.every((name) => Object.hasOwn(filled, name)) && fileNames.every((name) => Object.hasOwn(files, name));
    if (resolved === null || !isDefined || !isComplete) return null;
    const read = readerOf(data);
    return { id: callId({ path }), path: resolved, access, fields: filled, files: fileNames.length > 0 ? files : null, read, ...rest };
  } catch {
    return null;
  }
}

/** A schema that validates asynchronously counts as a mismatch. */
function readerOf(schema: StandardSchema): CheckedCall['read'] {
  return (data) => {
    try {
      const result = schema['~standard'].validate(data);
      if (result instanceof Promise) result.catch(() => {});
      const success = v.safeParse(successSchema, result);
      return success.success ? { value: success.output.value } : null;
    } catch {
      return null;
    }
  };
}
