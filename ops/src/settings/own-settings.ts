import * as v from 'valibot';
import { parseInstant } from '@fridge/shared-contracts';
import {
  isRecord,
  layOver,
  type Registry,
  type RuntimeSettings,
  runtimeSettingsSchema,
} from '@fridge/shared-contracts/host';
import { planPorts } from '../product/ports.ts';
import { defaultSettings } from './default-settings.ts';
import { nearestName } from './nearest-name.ts';

/** What an operator's file comes to when it is laid over other settings. */
export type OwnSettings = {
  /** The settings with the file laid over them; `null` where something in it is wrong. */
  settings: RuntimeSettings | null;
  /** What keeps the whole file from counting, each with the path of its field. */
  wrong: string[];
  /** What has no effect or can't be meant, each with its path; the rest of the file counts. */
  doubtful: string[];
  /** Paths of the fields that it sets. */
  set: string[];
};

/** Names that the settings hold by name: windows, and the 2023 calls. */
export type KnownNames = { windows: readonly string[]; activity2023: readonly string[] };

/** The names of the defaults, and those that routes and calls of the registered releases hang on. */
export function knownNames(registry: Registry | null): KnownNames {
  const { windows, activity2023 } = defaultSettings(planPorts(undefined), null);
  const remotes = Object.values(registry?.remotes ?? {});
  const ofRoutes = remotes.flatMap(({ routes }) => routes.flatMap(({ window }) => window ?? []));
  const ofCalls = remotes.flatMap(({ calls }) => (calls ?? []).flatMap((call) => /^setting:(.+)$/.exec(call)?.[1] ?? []));
  return { windows: [...new Set([...Object.keys(windows), ...ofRoutes])], activity2023: [...new Set([...Object.keys(activity2023), ...ofCalls])] };
}

/** Reads an operator's file. Whatever is wrong or doubtful in it is named by its path, all of it at once. */
export function readOwnSettings(text: string, base: RuntimeSettings, names: KnownNames): OwnSettings {
  const own = parseJson(text);
  if (!own.ok) return { settings: null, wrong: [`not JSON: ${own.why}`], doubtful: [], set: [] };
  if (!isRecord(own.json)) return { settings: null, wrong: ['the whole file: a JSON object'], doubtful: [], set: [] };
  const fields = [...fieldsOf(runtimeSettingsSchema, own.json, [], names)];
  const unknown = fields.flatMap(({ path, known }) => (known === null ? [] : [`${path.join('.')}: ${notThere(path, known)}`]));
  const set = fields.flatMap(({ path, known }) => (known === null && path.length > 0 ? [path.join('.')] : []));
  const parsed = v.safeParse(runtimeSettingsSchema, layOver(withWindowsOf(own.json, base), own.json));
  if (!parsed.success) {
    const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`);
    return { settings: null, wrong, doubtful: unknown, set };
  }
  return { settings: parsed.output, wrong: [], doubtful: [...unknown, ...neverOpen(parsed.output)], set };
}

/** A window that only the file names has no bounds but those that it sets. */
function withWindowsOf(own: Readonly<Record<string, unknown>>, base: RuntimeSettings): RuntimeSettings {
  const named = isRecord(own['windows']) ? Object.keys(own['windows']) : [];
  return { ...base, windows: { ...Object.fromEntries(named.map((name) => [name, { start: null, end: null }])), ...base.windows } };
}

/** @property known where the field is none: the names that stand in its place */
type Field = { path: string[]; known: readonly string[] | null };

/** Every field of a file by its path. One that the schema lacks is named by its deepest part, a misspelt name of a record by itself. */
function* fieldsOf(schema: unknown, own: unknown, path: string[], names: KnownNames): Generator<Field> {
  if (!isRecord(own) || Object.keys(own).length === 0 || !isRecord(schema)) return yield { path, known: null };
  if (isRecord(schema['wrapped'])) return yield* fieldsOf(schema['wrapped'], own, path, names);
  for (const [name, value] of Object.entries(own)) {
    const here = [...path, name];
    if (schema['type'] === 'record') {
      const known = namesOf(path, names);
      if (known.includes(name)) yield* fieldsOf(schema['value'], value, here, names);
      else yield { path: here, known };
    } else if (isRecord(schema['entries'])) {
      if (Object.hasOwn(schema['entries'], name)) yield* fieldsOf(schema['entries'][name], value, here, names);
      else for (const deepest of deepestPaths(value, here)) yield { path: deepest, known: Object.keys(schema['entries']) };
    } else yield { path: here, known: null };
  }
}

function namesOf([place]: readonly string[], { windows, activity2023 }: KnownNames): readonly string[] {
  return place === 'windows' ? windows : activity2023;
}

function deepestPaths(value: unknown, path: string[]): string[][] {
  if (!isRecord(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, inner]) => deepestPaths(inner, [...path, name]));
}

function notThere(path: readonly string[], known: readonly string[]): string {
  const meant = path.map((name) => nearestName(name, known)).find((name) => name !== null);
  const hint = meant === undefined ? `there: ${known.join(', ')}` : `did you mean ${meant}?`;
  return path[0] === 'windows' && path.length === 2 ? `no route hangs on a window of this name (${hint})` : `no setting has this name (${hint})`;
}

function neverOpen({ windows }: RuntimeSettings): string[] {
  return Object.entries(windows).flatMap(([name, { start, end }]) => {
    const [from, until] = [start === null ? null : parseInstant(start), end === null ? null : parseInstant(end)];
    return from !== null && until !== null && until < from ? [`windows.${name}: it ends before it starts, so it is never open`] : [];
  });
}

function parseJson(text: string): { ok: true; json: unknown } | { ok: false; why: string } {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return { ok: true, json };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}
