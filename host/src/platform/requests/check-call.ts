import * as v from 'valibot';
import type { StandardSchema } from '@fridge/shared-contracts';
import { callId, resolveCallPath, signatureFields } from '@fridge/shared-contracts/page';

/** A remote's call, read once from its values. */
export type ParsedCall = NonNullable<ReturnType<typeof checkCall>>;

const fieldName = v.pipe(
  v.string(),
  v.check((name) => !signatureFields.some((signed) => signed === name)),
);

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
 * A remote may lack the contract's types. Empty optional fields are dropped: a form can't tell them from absent ones.
 * @param opaqueNames from the settings, for calls whose path is named there
 * @returns `null` unless all match the call's definition
 */
export function checkCall(
  call: unknown,
  fields: unknown,
  options: unknown,
  opaqueNames: Readonly<Record<string, string>>,
) {
  try {
    const { path, access, data, required, optional, files: fileNames } = v.parse(callSchema, call);
    const parsed = v.parse(fieldsSchema, fields);
    const { files, ...rest } = v.parse(optionsSchema, options ?? {});

    const resolved = resolveCallPath(path, opaqueNames);
    const filled = Object.fromEntries(
      Object.entries(parsed).filter((field): field is [string, string] => Boolean(field[1])),
    );
    const isDefined =
      Object.keys(parsed).every((name) => required.includes(name) || optional.includes(name)) &&
      Object.keys(files).every((name) => fileNames.includes(name));
    const isComplete =
      required.every((name) => Object.hasOwn(filled, name)) && fileNames.every((name) => Object.hasOwn(files, name));
    if (resolved === null || !isDefined || !isComplete) return null;
    return {
      /** As a release lists it. */
      id: callId({ path }),
      path: resolved,
      access,
      fields: filled,
      /** `null` for a form call. */
      files: fileNames.length > 0 ? files : null,
      read: readerOf(data),
      ...rest,
    };
  } catch {
    return null;
  }
}

/** @returns reads `data`; `null` for a mismatch, also if the schema validates asynchronously */
function readerOf(schema: StandardSchema) {
  return (data: unknown): { value: unknown } | null => {
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
