import * as v from 'valibot';
import type { DialogContent, HeaderState, Query, ShareParameters } from '@fridge/shared-contracts';
import { headerToneSchema } from '@fridge/shared-contracts/host';

/** Schemas of values from remotes: an invalid one would fail in the host's rendering. */
const text = v.string();
/** Return values are checked at the call. */
const callback = <Callback>() => v.custom<Callback>((value) => typeof value === 'function');

const headerSchema = v.object({
  title: v.optional(text),
  tabs: v.optional(v.object({ labels: v.array(text), selected: v.pipe(v.number(), v.integer()), onSelect: callback<(index: number) => void>() })),
  share: v.optional(v.boolean()),
  right: v.optional(v.object({ label: text, onPress: callback<() => void>() })),
  tone: v.optional(headerToneSchema),
  overlay: v.optional(v.boolean()),
});

const dialogSchema = v.object({
  title: text,
  description: v.optional(text),
  confirm: text,
  cancel: v.optional(text),
  danger: v.optional(v.boolean()),
  tone: v.optional(headerToneSchema),
});

const querySchema = v.record(v.string(), v.optional(text));

const shareSchema = v.object({
  title: text,
  description: text,
  path: text,
  query: v.optional(querySchema),
  image: v.optional(text),
  landing: v.picklist(['activity', 'report']),
  before: v.optional(callback<NonNullable<ShareParameters['before']>>()),
  onShared: v.optional(callback<NonNullable<ShareParameters['onShared']>>()),
});

type Read<Value> = { value: Value; wrong: boolean };

/** Each part is read separately: an invalid title keeps the share icon. */
export function readHeaderState(state: unknown): Read<HeaderState> {
  const read = v.safeParse(headerSchema, state);
  if (read.success) return { value: withoutUndefined(read.output), wrong: false };
  if (typeof state !== 'object' || state === null) return { value: {}, wrong: true };
  const wrongParts = new Set(read.issues.map((issue) => issue.path?.[0]?.key));
  const rest = Object.fromEntries(Object.entries(state).filter(([part]) => !wrongParts.has(part)));
  const second = v.safeParse(headerSchema, rest);
  return { value: second.success ? withoutUndefined(second.output) : {}, wrong: true };
}

export function readDialogContent(content: unknown): DialogContent | null {
  const read = v.safeParse(dialogSchema, content);
  return read.success ? withoutUndefined(read.output) : null;
}

export function readShareParameters(parameters: unknown): ShareParameters | null {
  const read = v.safeParse(shareSchema, parameters);
  return read.success ? withoutUndefined(read.output) : null;
}

/** Numbers become strings, as in an address. */
export function readQuery(query: unknown): Read<Query> {
  if (query === undefined) return { value: {}, wrong: false };
  if (typeof query !== 'object' || query === null) return { value: {}, wrong: true };
  const value: Record<string, string | undefined> = {};
  let wrong = false;
  for (const [name, part] of Object.entries(query)) {
    // `undefined` removes a parameter of the page context.
    if (typeof part === 'string' || part === undefined) value[name] = part;
    else if (typeof part === 'number') value[name] = String(part);
    else wrong = true;
  }
  return { value, wrong };
}

function withoutUndefined<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  const definedEntries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(definedEntries) as { [Key in keyof Value]: Exclude<Value[Key], undefined> }; // the same keys, fewer of them
}
