import type { Call, CallAccess, StandardSchema } from '@fridge/shared-contracts';
import { callId, type CallPath, resolveCallPath, signedFields } from '@fridge/shared-contracts/host';
import type { Fields } from './signing.ts';

/** A call as it may be sent, read once from what a remote handed over. */
export interface CheckedCall {
  /** As a release lists it. */
  id: string;
  path: string;
  access: CallAccess;
  fields: Fields;
  /** `null`: a form call. */
  files: Readonly<Record<string, Blob>> | null;
  signal: AbortSignal | undefined;
  quiet: boolean;
  onProgress: ((sent: number) => void) | undefined;
  /** @returns `null` for data of another form than the call's definition says */
  read: (data: unknown) => { value: unknown } | null;
}

const accesses: ReadonlySet<unknown> = new Set<CallAccess>(['household', 'report', 'none']);

/**
 * Checks what a remote hands over: the compiler saw it, but it may come from another build, another compiler or none,
 * and its accessors may throw. Optional fields that are absent or empty are left out: a form can't tell them apart.
 * @param opaqueNames of the settings, for calls whose path is the name of one
 * @returns `null` unless call, fields and options are what the definition of the call says
 */
export function checkCall(call: unknown, fields: unknown, options: unknown, opaqueNames: Readonly<Record<string, string>>): CheckedCall | null {
  try {
    if (!isObject(call) || !isObject(fields)) return null;
    const path = readPath(call['path']);
    const required = readNames(call['required']);
    const optional = readNames(call['optional']);
    const fileNames = readNames(call['files'] ?? []);
    const access = call['access'];
    if (path === null || !required || !optional || !fileNames || !isAccess(access)) return null;

    const resolved = resolveCallPath(path, opaqueNames);
    const checked = readFields(fields, required, optional);
    const read = readerOf(call['data']);
    const choices = readOptions(options ?? {}, fileNames);
    if (resolved === null || !checked || !read || !choices) return null;
    return { id: callId({ path }), path: resolved, access, fields: checked, read, ...choices };
  } catch {
    return null;
  }
}

function readPath(path: unknown): CallPath | null {
  if (typeof path === 'string') return path.startsWith('/') ? `/${path.slice(1)}` : null;
  const setting = isObject(path) ? path['setting'] : undefined;
  return typeof setting === 'string' ? { setting } : null;
}

function readNames(names: unknown): string[] | null {
  if (!Array.isArray(names)) return null;
  const own: unknown[] = [...names];
  return own.every((name): name is string => typeof name === 'string' && !signedFields.some((signed) => signed === name)) ? own : null;
}

function readFields(given: Readonly<Record<string, unknown>>, required: readonly string[], optional: readonly string[]): Fields | null {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!required.includes(name) && !optional.includes(name)) return null;
    if (value !== undefined && typeof value !== 'string') return null;
    if (value) fields[name] = value;
  }
  return required.every((name) => Object.hasOwn(fields, name)) ? fields : null;
}

/** Reads data by the call's own schema. One that answers later can't be waited for: the answer is here. */
function readerOf(schema: unknown): CheckedCall['read'] | null {
  if (!isStandardSchema(schema)) return null;
  const standard = schema['~standard'];
  return (data) => {
    try {
      const result: unknown = standard.validate(data);
      if (isObject(result) && 'value' in result && !result['issues']) return { value: result['value'] };
      if (result instanceof Promise) result.catch(() => {}); // nobody waits for it
      return null;
    } catch {
      return null;
    }
  };
}

function readOptions(options: unknown, fileNames: readonly string[]): Pick<CheckedCall, 'files' | 'signal' | 'quiet' | 'onProgress'> | null {
  if (!isObject(options)) return null;
  const { signal, quiet = false, onProgress, files: given = {} } = options;
  if (signal !== undefined && !(signal instanceof AbortSignal)) return null;
  if (typeof quiet !== 'boolean' || !(onProgress === undefined || isProgress(onProgress)) || !isObject(given)) return null;
  const files: Record<string, Blob> = {};
  for (const [name, file] of Object.entries(given)) {
    if (!fileNames.includes(name) || !(file instanceof Blob)) return null;
    files[name] = file;
  }
  if (!fileNames.every((name) => Object.hasOwn(files, name))) return null;
  return { files: fileNames.length > 0 ? files : null, signal, quiet, onProgress };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isAccess = (value: unknown): value is CallAccess => accesses.has(value);
const isProgress = (value: unknown): value is (sent: number) => void => typeof value === 'function';
const isStandardSchema = (schema: unknown): schema is StandardSchema =>
  (isObject(schema) || typeof schema === 'function') && typeof (schema as Partial<Call['data']>)['~standard']?.validate === 'function'; // read before it is known
