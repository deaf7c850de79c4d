import { parseInstant } from '@fridge/shared-contracts';
import { isRecord, mergeSettings, type Registry, type RuntimeSettings } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { defaultSettings } from './default-settings.ts';
import { type ServerSettings, serverSettingsSchema } from './server-settings.ts';
import type { DocumentKind } from '../documents.ts';
import { faultLine } from '../document-schema.ts';

/** Any complete settings do: each field of a document is checked for itself. */
const complete: ServerSettings = defaultSettings({
  PUBLIC_HOST_ORIGIN: 'https://host.example',
  PUBLIC_API_ORIGIN: 'https://api.example',
  SIGNER: 'hmac-sha256',
  SIGNING_KEY: 'only for the check',
  REPORT_LINK_KEY: '0123456789abcdef',
  REPORT_LINK_KEYS_ACCEPTED: [],
});

/** What differs from the default settings. A field without effect is no fault. */
export const settingsDocument: DocumentKind = {
  faultsOf: (document) => readOwnSettings(document, complete, knownNames(null, complete)).wrong,
  initial: {},
};

export type OwnSettings = {
  /** `null` if the document is wrong. */
  settings: ServerSettings | null;
  /** What rejects the document, one sentence per field, without the value. */
  wrong: string[];
  /** Fields without effect or with an unlikely value; the rest counts. */
  doubtful: string[];
  /** Of these, the windows that are never open. */
  neverOpen: string[];
  set: string[];
};

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

/** @param own the document of the operators @param base what it lies over */
export function readOwnSettings(own: unknown, base: ServerSettings, names: KnownNames): OwnSettings {
  if (!isRecord(own))
    return { settings: null, wrong: ['the whole document: an object'], doubtful: [], neverOpen: [], set: [] };
  const secrets = secretFields(own);
  const parsed = v.safeParse(serverSettingsSchema, mergeSettings(withWindowsOf(own, base), own));
  const fields = [...fieldsOf(own, parsed.output, names)].filter(({ path }) => !secrets.includes(path.join('.')));
  const issues = (parsed.issues ?? []).filter((issue) => !secrets.includes(v.getDotPath(issue) ?? ''));
  const wrong = [
    ...secrets.map((path) => `${path}: keys come from the environment, never from a document`),
    ...issues.map(faultLine),
  ];
  const settings = parsed.success && wrong.length === 0 ? parsed.output : null;
  const neverOpen = settings === null ? [] : neverOpenIn(settings);
  return {
    settings,
    wrong,
    doubtful: [
      ...fields.flatMap(({ path, known }) => (known ? [`${path.join('.')}: ${unknownName(path, known)}`] : [])),
      ...neverOpen,
    ],
    neverOpen,
    set: fields.flatMap(({ path, known }) => (known ? [] : [path.join('.')])),
  };
}

/** It gets only the file's bounds. */
function withWindowsOf(own: Readonly<Record<string, unknown>>, base: ServerSettings): ServerSettings {
  const named = isRecord(own['windows']) ? Object.keys(own['windows']) : [];
  const unbounded = Object.fromEntries(named.map((name) => [name, { start: null, end: null }]));
  return { ...base, windows: { ...unbounded, ...base.windows } };
}

/** @property known the names that exist beside an unknown field */
type Field = { path: string[]; known?: readonly string[] };

/** @param read what the schema kept of the fields */
function* fieldsOf(own: object, read: unknown, names: KnownNames, path: string[] = []): Generator<Field> {
  const kept = isRecord(read) ? read : {};
  const group = path.length === 1 ? path[0] : '';
  const known = group === 'windows' || group === 'activity2023' ? names[group] : Object.keys(kept);
  for (const [name, value] of Object.entries(own)) {
    const here = [...path, name];
    if (!known.includes(name)) yield { path: here, known };
    else if (isRecord(value) && isRecord(kept[name]) && Object.keys(value).length > 0)
      yield* fieldsOf(value, kept[name], names, here);
    else yield { path: here };
  }
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

const SECRET_NAME = /(key|keys|secret|password|passwd|pwd|token|credential|credentials)(accepted)?$/i;

/** Paths of fields that a secret would have: a document is kept for ever, and secrets come from the environment. */
export function secretFields(document: unknown, path = ''): string[] {
  if (Array.isArray(document)) return document.flatMap((each, index) => secretFields(each, `${path}.${index}`));
  if (!isRecord(document)) return [];
  return Object.entries(document).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return SECRET_NAME.test(name) ? [here] : secretFields(value, here);
  });
}
