import * as v from 'valibot';
import { bridgeMethods } from '../contract/bridge.ts';
import { callIdSchema } from '../contract/calls.ts';
import { contractText, versionText } from '../contract/contract-version.ts';
import {
  anything,
  boolean,
  matching,
  objectOf,
  optionalText,
  someText,
  text,
  textOrNull,
  textUpTo,
} from '../contract/fields.ts';
import type { Address } from './address.ts';
import { publicParameterSchema } from './parameters.ts';
import { type Redirect, redirectsSchema, releaseFileSchema, type RouteEntry, routeSchema } from '../contract/route.ts';

/** Pages that need no remote; no release can have these routes. */
export const hostPaths = {
  share: '/share',
  reportShare: '/yearReportShare',
  hall: '/default',
  disconnected: '/disconnected',
} as const;

/** Whether a share page is the report's. */
export const isReportShare = ({ path, query }: Address): boolean =>
  path === hostPaths.reportShare || query['type'] === '2';

/** A PNG of the host's origin: the QR code of `downloadPage` of the settings. */
export const DOWNLOAD_CODE_PATH = '/download-code.png';

/**
 * Of a remote, and of a team. Any name is allowed, but those that usage events have for the host itself and for nobody,
 * and those that valibot leaves out of records.
 */
export const remoteNameSchema = matching(
  /^(?!(?:host|unknown|constructor|prototype)$)[a-z][a-z0-9-]{0,31}$/,
  'a name of up to 32 small letters, digits and hyphens that starts with a letter',
);

/** Absent: none. */
export const releaseFiles = v.optional(v.array(releaseFileSchema), []);

/** What a release says of itself in `release.json` and in the registry alike. */
export const releaseFields = {
  title: v.pipe(someText, v.maxLength(40)),
  description: textUpTo(120),
  contract: versionText,
  routes: v.pipe(v.array(routeSchema), v.minLength(1), v.maxLength(50)),
  /** Absent: none. */
  redirects: v.optional(redirectsSchema),
  /** The host refuses any other. */
  bridge: v.array(v.picklist(bridgeMethods)),
  /** By `callId`; the host refuses any other. */
  calls: v.pipe(v.array(callIdSchema), v.maxLength(100)),
  /** Whether `init` and `get` of the entry are all it takes. Absent: its container needs the federation runtime. */
  runtimeFree: v.optional(boolean),
  /** Allowed in share links. */
  publicParameters: v.pipe(v.array(publicParameterSchema), v.maxLength(20)),
};

export const releaseVersionSchema = v.pipe(
  matching(/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/, 'a version such as 1.4.0'),
  v.maxLength(100, 'at most 100 characters'),
);

/**
 * `enabled`, `title`, `description`, `routes` and `entry` suffice; the rest adds speed and security. `enabled: false`:
 * only routes that say `keeps` open. `stopped`: nothing of the remote is loaded, whatever `enabled` says. `pin`: an
 * operator's version, which publishing keeps. `offText`: what operators say while it isn't on.
 */
export const registryEntrySchema = v.object({
  ...releaseFields,
  enabled: boolean,
  stopped: v.optional(boolean, false),
  pin: textOrNull,
  offText: v.optional(text),
  /** Absolute. */
  entry: v.pipe(text, v.url()),
  version: optionalText,
  /** Default: the host's. */
  contract: v.optional(releaseFields.contract, contractText),
  scripts: releaseFiles,
  styles: releaseFiles,
  picture: v.nullish(releaseFileSchema, null),
  /** Absent: any method. */
  bridge: v.nullish(v.array(text), null),
  requires: v.optional(v.array(text), []),
  /** Absent: any product call. */
  calls: v.nullish(releaseFields.calls, null),
  publicParameters: v.optional(releaseFields.publicParameters, []),
});
export type RegistryEntry = v.InferOutput<typeof registryEntrySchema>;

export type Registry = { version: 1; remotes: Record<string, RegistryEntry> };

/** Of the hall; `picture`: its address. */
const cardSchema = v.object({ title: text, description: text, picture: textOrNull });
export type Card = v.InferOutput<typeof cardSchema>;

/**
 * What a page knows of a remote that isn't its route's: what addresses and links need. The rest of the entry comes with
 * its integrity map.
 * - `contract`: absent where it fits
 * - `card`: on the hall's page
 * - `publicParameters`: on share pages
 */
const knownRemoteSchema = v.object({
  enabled: v.optional(boolean, true),
  stopped: v.optional(boolean, false),
  offText: v.optional(text),
  version: optionalText,
  contract: registryEntrySchema.entries.contract,
  routes: releaseFields.routes,
  redirects: releaseFields.redirects,
  publicParameters: registryEntrySchema.entries.publicParameters,
  card: v.nullish(cardSchema, null),
});
export type KnownRemote = v.InferOutput<typeof knownRemoteSchema>;

export type PageRemote = RegistryEntry | KnownRemote;
export type PageRegistry = { version: 1; remotes: Record<string, PageRemote> };

/** Whether the page has its whole entry. */
export const isComplete = (remote: PageRemote): remote is RegistryEntry => 'entry' in remote;

/** @returns `null`: not known yet */
export function cardOf(remote: PageRemote): Card | null {
  if (!isComplete(remote)) return remote.card;
  const { title, description, picture, entry } = remote;
  return { title, description, picture: picture && new URL(picture.file, entry).href };
}

/** An invalid entry; `problems` name the fields. */
export type LeftOut = { name: string; problems: string[] };

/**
 * Invalid entries are left out and reported.
 * @returns `null` when `raw` isn't a registry at all
 */
export const readRegistry = (raw: unknown): { registry: Registry; leftOut: LeftOut[] } | null =>
  readEntries(raw, (entry) => v.safeParse(registryEntrySchema, entry));

/** The same for the registry in a page. */
export const readPageRegistry = (raw: unknown): { registry: PageRegistry; leftOut: LeftOut[] } | null =>
  readEntries<PageRemote>(raw, (entry) => {
    const hasEntry = typeof entry === 'object' && entry !== null && 'entry' in entry;
    return v.safeParse(hasEntry ? registryEntrySchema : knownRemoteSchema, entry);
  });

function readEntries<Entry extends PageRemote>(
  raw: unknown,
  read: (
    entry: unknown,
  ) => { success: true; output: Entry } | { success: false; issues: readonly v.BaseIssue<unknown>[] },
): { registry: { version: 1; remotes: Record<string, Entry> }; leftOut: LeftOut[] } | null {
  const shell = v.safeParse(v.object({ version: v.literal(1), remotes: objectOf(anything) }), raw);
  if (!shell.success) return null;
  const remotes: Record<string, Entry> = {};
  const leftOut: LeftOut[] = [];
  for (const [name, entry] of Object.entries(shell.output.remotes)) {
    const parsed = read(entry);
    if (parsed.success) remotes[name] = parsed.output;
    else
      leftOut.push({
        name,
        problems: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole entry'}: ${issue.message}`),
      });
  }
  return { registry: { version: 1, remotes }, leftOut };
}

export function parseRegistry(raw: unknown): Registry | null {
  return readRegistry(raw)?.registry ?? null;
}

type Paths = { routes?: readonly { path: string }[] | undefined; redirects?: readonly Redirect[] | undefined };
type Redirecting = { remotes: Readonly<Record<string, Paths>> };

/** Where a path leads: to the route that a remote's redirect names, unless it is a route itself. */
export function redirectedPath(registry: Redirecting | null, path: string): string {
  const remotes = Object.values(registry?.remotes ?? {});
  if (remotes.some(({ routes = [] }) => routes.some((route) => route.path === path))) return path;
  return remotes.flatMap(({ redirects = [] }) => redirects).find(({ from }) => from === path)?.to ?? path;
}

export type RouteMatch<Remote extends PageRemote = RegistryEntry> = { name: string; remote: Remote; route: RouteEntry };

/** The remote with exactly this path. An enabled one wins, then the first. */
export function findRoute<Remote extends PageRemote>(
  { remotes }: { remotes: Record<string, Remote> },
  path: string,
): RouteMatch<Remote> | null {
  const matches = Object.entries(remotes).flatMap(([name, remote]) =>
    remote.routes.filter((route) => route.path === path).map((route) => ({ name, remote, route })),
  );
  return matches.find(({ remote }) => remote.enabled) ?? matches[0] ?? null;
}
