import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import {
  cardOf,
  compatibility,
  type FailureReason,
  isComplete,
  isLetOpen,
  isRecord,
  type PagePreview,
  type PageRegistry,
  type PageRemote,
  parseJson,
  readPageRegistry,
  type RegistryEntry,
  registryEntrySchema,
  type RouteMatch,
  SWITCHES_PATH,
  type Switches,
  type SwitchState,
  switchesSchema,
  switchStateOf,
} from '@fridge/shared-contracts/page';
import { ActivityFailure, type FailureLog } from './failures.ts';
import type { IntegrityMaps } from './integrity-maps.ts';
import { requestText } from '../lib/request-text.ts';

export const SWITCHES_LIMIT_MS = 5_000;
/**
 * With the caches on the way an open page learns of a switch within 20 s (architecture, "A page keeps what it was
 * served with").
 */
export const SWITCHES_POLL_MS = 12_000;

export type Releases = ReturnType<typeof createReleases>;

export type PageMatch = RouteMatch<PageRemote>;

/**
 * The releases that the page was served with, for its whole life, and what it polls: which of them are off by now,
 * which have changed since, and what operators say.
 */
export function createReleases(
  /** The registry in the page, unchecked. */
  embedded: unknown,
  preview: PagePreview | null,
  fetch: typeof globalThis.fetch,
  failures: Pick<FailureLog, 'report'>,
  integrity: Pick<IntegrityMaps, 'cover' | 'isListed' | 'prepare'>,
  noticeInPage: string | null = null,
) {
  /** Once for each invalid entry, and until the next success for failed polls; `host` for the whole. */
  const report = (remote: string, reason: FailureReason, ...problems: readonly string[]) =>
    failures.report({ remote, version: 'unknown', phase: 'registry', reason }, ...problems);
  const reading = readPageRegistry(embedded);
  const remotes = reading?.registry.remotes ?? {};
  const switches = createStore<Switches['remotes']>(() => ({}));
  const notice = createStore<string | null>(() => noticeInPage);
  let text: string | null = null;
  let failed: FailureReason | null = null;

  /** Entries that came with their maps. */
  const completed = new Map<string, RegistryEntry>();

  const matches = Object.entries(remotes).flatMap(([name, remote]): PageMatch[] =>
    remote.routes.map((route) => ({ name, remote, route })),
  );

  const isPreviewed = (name: string): boolean => preview?.shown === true && preview.name === name;
  /** Of a preview's remote only a stop counts: it may be looked at before the remote is on. */
  const stateOf = (name: string, entry: PageRemote): SwitchState => {
    const state = switches.getState()[name]?.state ?? switchStateOf(entry);
    return state === 'off' && isPreviewed(name) ? 'on' : state;
  };
  const openAt = (path: string): PageMatch | null =>
    matches.find(({ name, remote, route }) => route.path === path && isLetOpen(stateOf(name, remote), route)) ?? null;
  const hasChanged = (name: string): boolean => {
    const inForce = switches.getState()[name]?.releases;
    return inForce !== undefined && !isPreviewed(name) && !inForce.includes(remotes[name]?.version ?? '');
  };

  async function complete({ name, remote }: Pick<PageMatch, 'name' | 'remote'>): Promise<RegistryEntry> {
    const described = await integrity.cover({ name });
    const known = isComplete(remote) ? remote : completed.get(name);
    if (known !== undefined) return known;
    const { enabled, stopped } = remote;
    const read = v.safeParse(registryEntrySchema, isRecord(described) ? { ...described, enabled, stopped } : described);
    if (!read.success) throw new ActivityFailure('registry', 'malformed', { cause: read.issues });
    completed.set(name, read.output);
    return read.output;
  }
  const isInDocument = ({ name, remote }: Pick<PageMatch, 'name' | 'remote'>): boolean =>
    !isComplete(remote) &&
    !integrity.isListed({ name }) &&
    stateOf(name, remote) !== 'stopped' &&
    compatibility(remote.contract) === 'fits';
  const others = () => Object.entries(remotes).map(([name, remote]) => ({ name, remote }));

  async function poll(): Promise<void> {
    const answer = await requestText(fetch, SWITCHES_PATH, SWITCHES_LIMIT_MS, { cache: 'no-cache' });
    const read = v.safeParse(switchesSchema, parseJson(answer.text ?? ''));
    const reason = answer.reason ?? (read.success ? null : 'malformed');
    if (reason !== null && reason !== failed) report('host', reason);
    failed = reason;
    if (!read.success || answer.text === text) return;
    ({ text } = answer);
    switches.setState(read.output.remotes, true);
    notice.setState(read.output.notice ?? null, true);
  }

  return {
    /** Whether every entry could be read. */
    isWhole: reading?.leftOut.length === 0,
    switches,
    /** What operators say to everybody. */
    notice,
    /** What they say of a path whose remote isn't on. */
    offTextAt(path: string): string | undefined {
      const match = matches.find(({ route }) => route.path === path);
      return match && (switches.getState()[match.name] ?? match.remote).offText;
    },
    /** With what is on by now, and what has come of each; `null` for a page without a readable registry. */
    current: (): PageRegistry | null =>
      reading && {
        version: 1,
        remotes: Object.fromEntries(
          Object.entries(remotes).map(([name, entry]) => [
            name,
            { ...(completed.get(name) ?? entry), enabled: stateOf(name, entry) === 'on' },
          ]),
        ),
      },
    /** The route with exactly this path, of a remote that is on if there is one: one object for the page's life. */
    find: (path: string): PageMatch | null => openAt(path) ?? matches.find(({ route }) => route.path === path) ?? null,
    /** The same while its remote is on. */
    openAt,
    /** Whether another release than the page's is in force, or only others. */
    hasChanged,
    /** Whether a page that is served now may have routes that this one lacks. */
    mayHaveOthers: (): boolean =>
      Object.keys(switches.getState()).some((name) => remotes[name] === undefined || hasChanged(name)),
    /**
     * Before a remote is opened.
     * @throws when the rest of its entry doesn't arrive, or can't be read
     */
    complete,
    /** Whether it may open, and only the document of its address has the rest of its entry. */
    isInDocument,
    /** Whether this page can know what the hall tells of each. */
    hasCards: (): boolean => others().every((each) => cardOf(each.remote) !== null || !isInDocument(each)),
    /** Brings what the hall tells, in one request. @throws when nothing arrives */
    async completeCards(): Promise<void> {
      const missing = others().filter((each) => cardOf(each.remote) === null && integrity.isListed(each));
      integrity.prepare(missing);
      const outcomes = await Promise.allSettled(missing.map(complete));
      if (outcomes.length > 0 && outcomes.every(({ status }) => status === 'rejected'))
        throw new Error("The entries of the page's remotes did not arrive.");
    },
    /** Whether an activity opens there. */
    opensAt(path: string): boolean {
      const match = openAt(path);
      return match !== null && compatibility(match.remote.contract) === 'fits';
    },
    /** Polls every 12 s while the page is visible, and on return to it. */
    start(): void {
      if (reading === null) report('host', 'malformed');
      for (const { name, problems } of reading?.leftOut ?? []) report(name, 'malformed', ...problems);
      let polling: Promise<void> | null = null;
      const pollIfVisible = () => {
        if (document.visibilityState === 'visible') polling ??= poll().finally(() => (polling = null));
      };
      setInterval(pollIfVisible, SWITCHES_POLL_MS);
      document.addEventListener('visibilitychange', pollIfVisible);
      // From the back-forward cache.
      window.addEventListener('pageshow', ({ persisted }) => persisted && pollIfVisible());
    },
  };
}
