import * as v from 'valibot';
import type { ShareChannel } from './bridge.ts';
import { signatureFields, type StandardSchema } from './calls.ts';
import { anything, boolean, number, text } from './fields.ts';
import { headerToneSchema } from './route.ts';

// What a screen passes to its host. A remote may lack the contract's types, so the host checks each value.

/** Return values are checked at the call. */
// @__NO_SIDE_EFFECTS__
export const callback = <Callback>() => v.custom<Callback>((value) => typeof value === 'function');

/** A part that is `undefined` is the same as none. */
const givenParts = v.pipe(
  v.record(text, anything),
  v.transform((parts) => Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))),
);
// @__NO_SIDE_EFFECTS__
const partsOf = <Entries extends v.ObjectEntries>(entries: Entries) => v.pipe(givenParts, v.object(entries));

const optionalPart = v.exactOptional(text);
const flag = v.exactOptional(boolean);
const tone = v.exactOptional(headerToneSchema);

/** Numbers become strings, as in an address; `undefined` removes a parameter of the page context. */
export const querySchema = v.record(text, v.optional(v.union([text, v.pipe(number, v.transform(String))])));
export type Query = Readonly<v.InferOutput<typeof querySchema>>;

export const dialogSchema = partsOf({
  title: text,
  /** Plain text. */
  description: optionalPart,
  /** The primary action. */
  confirm: text,
  /** Omitted: a single button. */
  cancel: optionalPart,
  /** Irreversible: a warning button. Default: `false`. */
  danger: flag,
  /** Default: the header's colours if dark, else the skin's. */
  tone,
});
export interface DialogContent extends v.InferOutput<typeof dialogSchema> {}

export const headerSchema = partsOf({
  /** Also the document title. Default: the route's. */
  title: optionalPart,
  tabs: v.exactOptional(
    v.object({
      labels: v.pipe(v.array(text), v.readonly()),
      selected: v.pipe(number, v.integer()),
      onSelect: callback<(index: number) => void>(),
    }),
  ),
  /** Share icon, calls `sharing.share()`. */
  share: flag,
  right: v.exactOptional(v.object({ label: text, onPress: callback<() => void>() })),
  /** Header and status bar. Default: the route's. */
  tone,
  /** Transparent, over the screen's top. */
  overlay: flag,
});
export interface HeaderState extends v.InferOutput<typeof headerSchema> {}

export const shareSchema = partsOf({
  title: text,
  description: text,
  /** Host path of the link. */
  path: text,
  /** Only those declared public are sent. */
  query: v.exactOptional(v.pipe(querySchema, v.readonly())),
  /** Absolute address. Default: the host's. */
  image: optionalPart,
  /** Share page for visitors outside the app. */
  landing: v.picklist(['activity', 'report']),
  /** For a notice before each share; `false` cancels silently, as does the visit's end, which aborts `signal`. */
  before: v.exactOptional(callback<(signal: AbortSignal) => boolean | Promise<boolean>>()),
  /** Called per share that the app reports as done. @returns `true` to suppress the host's toast */
  onShared: v.exactOptional(callback<(channel: ShareChannel | undefined) => boolean | void | Promise<void>>()),
});
export interface ShareParameters extends v.InferOutput<typeof shareSchema> {}

const fieldName = v.pipe(
  text,
  v.check((name) => !signatureFields.some((signed) => signed === name)),
);

const callSchema = v.object({
  path: v.union([
    v.custom<`/${string}`>((path) => typeof path === 'string' && path.startsWith('/')),
    v.object({ setting: text }),
  ]),
  required: v.array(fieldName),
  optional: v.array(fieldName),
  files: v.optional(v.array(fieldName), []),
  access: v.picklist(['household', 'report', 'none']),
  data: v.custom<StandardSchema>(
    (schema) => typeof (schema as Partial<StandardSchema> | null | undefined)?.['~standard']?.validate === 'function',
  ),
});

/** A call with the fields and files that its definition names. */
export const askedSchema = v.pipe(
  v.object({
    call: callSchema,
    fields: v.optional(v.pipe(givenParts, v.record(text, text)), {}),
    options: v.optional(
      partsOf({
        signal: v.exactOptional(v.instance(AbortSignal)),
        quiet: flag,
        onProgress: v.exactOptional(callback<(sent: number) => void>()),
        files: v.exactOptional(v.record(text, v.instance(Blob))),
      }),
      {},
    ),
  }),
  v.check(
    ({ call, fields, options }) =>
      hasNames(fields, call.required, call.optional) && hasNames(options.files ?? {}, call.files),
  ),
);
export type Asked = v.InferOutput<typeof askedSchema>;

/** All required ones, none of them empty, and none beyond the optional. */
const hasNames = (values: Record<string, unknown>, required: readonly string[], optional: readonly string[] = []) =>
  required.every((name) => Boolean(values[name])) &&
  Object.keys(values).every((name) => required.includes(name) || optional.includes(name));
