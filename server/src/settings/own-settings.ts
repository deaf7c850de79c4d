import { parseInstant } from '@fridge/shared-contracts';
import {
  isRecord,
  mergeSettings,
  type Registry,
  type RuntimeSettings,
  runtimeSettingsSchema,
} from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { messageOf } from '../text.ts';
import { type ServerSettings, serverSettingsSchema } from './server-settings.ts';

export type OwnSettings = {
  /** `null` if the file is wrong. */
  settings: ServerSettings | null;
  /** Errors that reject the file, one sentence per field. */
  wrong: string[];
  /** Fields without effect or with an unlikely value; the rest counts. */
  doubtful: string[];
  /** Of these, the windows that are never open. */
  neverOpen: string[];
  set: string[];
};

/** Fields of the page's settings that aren't settings of operators, and their variables. */
const KEYS = {
  'signing.key': 'SIGNING_KEY',
  reportLinkKey: 'REPORT_LINK_KEY',
  reportLinkKeysAccepted: 'REPORT_LINK_KEYS_ACCEPTED',
} as const;

/** Windows, and the 2023 calls. */
type KnownNames = { windows: readonly string[]; activity2023: readonly string[] };

/** Includes those of the registered releases. */
export function knownNames(
  registry: Registry | null,
  { windows, activity2023 }: Pick<RuntimeSettings, 'windows' | 'activity2023'>,
): KnownNames {
  const remotes = Object.values(registry?.remotes ?? {});
  const ofRoutes = remotes.flatMap(({ routes }) => routes.flatMap(({ window }) => window ?? []));
  const ofCalls = remotes.flatMap(({ calls }) =>
    (calls ?? []).flatMap((call) => /^setting:(.+)$/.exec(call)?.[1] ?? []),
  );
  return {
    windows: [...new Set([...Object.keys(windows), ...ofRoutes])],
    activity2023: [...new Set([...Object.keys(activity2023), ...ofCalls])],
  };
}

export function readOwnSettings(text: string, base: ServerSettings, names: KnownNames): OwnSettings {
  const nothing = { settings: null, doubtful: [], neverOpen: [], set: [] };
  let written: unknown;
  try {
    written = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { ...nothing, wrong: [`not JSON: ${messageOf(error)}`] };
  }
  if (!isRecord(written)) return { ...nothing, wrong: ['the whole file: a JSON object'] };
  // A file's first field is the serial of its version.
  const own = Object.fromEntries(Object.entries(written).filter(([name]) => name !== 'serial'));
  const fields = [...fieldsOf(own, exampleOf(names, base))];
  const unknown = fields.flatMap(({ path, known }) =>
    known ? [`${path.join('.')}: ${unknownName(path, known)}`] : [],
  );
  const set = fields.flatMap(({ path, known }) => (known ? [] : [path.join('.')]));
  const parsed = v.safeParse(serverSettingsSchema, mergeSettings(withWindowsOf(own, base), own));
  const keys = Object.entries(KEYS).flatMap(([path, variable]) =>
    set.includes(path) ? [`${path}: a key comes from the environment (${variable}), never from the settings`] : [],
  );
  if (!parsed.success || keys.length > 0) {
    const faults = (parsed.issues ?? []).map((issue) => `${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`);
    const wrong = [...keys, ...faults];
    return { settings: null, wrong, doubtful: unknown, neverOpen: [], set };
  }
  const neverOpen = neverOpenIn(parsed.output);
  return { settings: parsed.output, wrong: [], doubtful: [...unknown, ...neverOpen], neverOpen, set };
}

/** It gets only the file's bounds. */
function withWindowsOf(own: Readonly<Record<string, unknown>>, base: ServerSettings): ServerSettings {
  const named = isRecord(own['windows']) ? Object.keys(own['windows']) : [];
  const unbounded = Object.fromEntries(named.map((name) => [name, { start: null, end: null }]));
  return { ...base, windows: { ...unbounded, ...base.windows } };
}

/** Settings with every name that a file may use. */
function exampleOf({ windows, activity2023 }: KnownNames, base: ServerSettings): Readonly<Record<string, unknown>> {
  const analytics = v.unwrap(runtimeSettingsSchema.entries.tracking.entries.analytics).entries;
  return {
    ...base,
    tracking: { ...base.tracking, analytics },
    windows: Object.fromEntries(windows.map((name) => [name, { start: null, end: null }])),
    activity2023: Object.fromEntries(activity2023.map((name) => [name, ''])),
  };
}

/** @property known the names that exist beside an unknown field */
type Field = { path: string[]; known?: readonly string[] };

type Fields = Readonly<Record<string, unknown>>;

/** An unknown field is reported by its deepest parts. */
function* fieldsOf(own: Fields, example: Fields, path: string[] = []): Generator<Field> {
  for (const [name, value] of Object.entries(own)) {
    const here = [...path, name];
    const isNamed = path[0] === 'windows' || path[0] === 'activity2023';
    if (Object.hasOwn(example, name)) {
      const inner = example[name];
      if (isRecord(inner) && isRecord(value) && Object.keys(value).length > 0) yield* fieldsOf(value, inner, here);
      else yield { path: here };
    } else
      for (const part of isNamed ? [here] : deepestPaths(value, here))
        yield { path: part, known: Object.keys(example) };
  }
}

function deepestPaths(value: unknown, path: string[]): string[][] {
  if (!isRecord(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, inner]) => deepestPaths(inner, [...path, name]));
}

function unknownName(path: readonly string[], known: readonly string[]): string {
  const meant = path.map((name) => nearestName(name, known)).find((name) => name !== null);
  const hint = meant === undefined ? `there: ${known.join(', ')}` : `did you mean ${meant}?`;
  const isWindow = path[0] === 'windows' && path.length === 2;
  return `${isWindow ? 'no route has a window of this name' : 'no setting has this name'} (${hint})`;
}

function neverOpenIn({ windows }: ServerSettings): string[] {
  return Object.entries(windows).flatMap(([name, { start, end }]) => {
    const [from, until] = [start === null ? null : parseInstant(start), end === null ? null : parseInstant(end)];
    const isNever = from !== null && until !== null && until < from;
    return isNever ? [`windows.${name}: it ends before it starts, so it is never open`] : [];
  });
}

const MOST_DISTANCE = 2;

/** @returns the likeliest correction, or `null` */
export function nearestName(name: string, known: readonly string[]): string | null {
  const near = known
    .map((each) => ({ each, distance: distanceBetween(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, distance }) => distance <= MOST_DISTANCE && distance < each.length / 2 + 1);
  return near.toSorted((left, right) => left.distance - right.distance)[0]?.each ?? null;
}

/** Levenshtein distance. */
function distanceBetween(written: string, meant: string): number {
  let row = Array.from({ length: meant.length + 1 }, (_, column) => column);
  for (const [at, letter] of [...written].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...meant].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[column], row[column + 1], row[column]];
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
