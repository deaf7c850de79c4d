import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { contractText } from '@fridge/shared-contracts';
import {
  type FailureReason,
  type HostContract,
  type LeftOut,
  parseContract,
  parseJson,
  PREVIEW_PARAMETER,
  readRegistry,
  type Registry,
} from '@fridge/shared-contracts/page';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';
import type { ReadableStore } from '../lib/read-store.ts';

/** `broken`: remotes with an invalid entry and no earlier valid one. */
export type RegistryState =
  | { kind: 'reading' }
  | { kind: 'ready'; registry: Registry; broken: readonly string[] }
  | { kind: 'unavailable' };

export const REGISTRY_LIMIT_MS = 5_000;
/** An open page learns of a change within 30 s (architecture, "The registry"), even if one poll fails. */
export const REGISTRY_POLL_MS = 12_000;

/** The answer is for this host, whichever the server has by now, and for what the page shows. */
const addressOf = (showsPreview: boolean) =>
  `/remotes.json?contract=${contractText}${showsPreview ? `&${PREVIEW_PARAMETER}=1` : ''}`;

type Reading = { registry: Registry; leftOut: LeftOut[] };

const servedSchema = v.object({ contract: v.string() });

/** @param raw an answer @returns the contract of the host that the server has; `null`: it doesn't say */
function servedContract(raw: unknown): HostContract | null {
  const told = v.safeParse(servedSchema, raw);
  return told.success ? parseContract(told.output.contract) : null;
}

const embeddedSchema = v.object({ registry: v.optional(v.unknown(), null) });

/** @param text of the page's data block @returns its registry, unchecked; `null` without one */
export function readEmbeddedRegistry(text: string): unknown {
  const block = v.safeParse(embeddedSchema, parseJson(text));
  return block.success ? block.output.registry : null;
}

export type RegistryKeeper = ReturnType<typeof createRegistry>;

/** Keeps the last valid registry, and entries, of this page or an earlier visit. */
export function createRegistry({
  embedded,
  showsPreview = false,
  storage: given,
  fetch,
  observe,
  report,
}: {
  /** The page's registry: gives the first route without a request. */
  embedded: unknown;
  /** Nothing of it is kept for later pages. */
  showsPreview?: boolean;
  storage: WebStorage | null;
  fetch: typeof globalThis.fetch;
  observe: (headers: Headers) => void;
  /** Once per invalid entry; `name` is `host` for the whole registry. */
  report: (fault: LeftOut & { reason: FailureReason }) => void;
}) {
  const storage = showsPreview ? null : given;
  const lastGood = createJsonStorage(storage, 'registry.lastGood', v.unknown());
  const ofPage = readRegistry(embedded);
  const stored = readRegistry(lastGood.read());
  const initial = ofPage ?? stored;
  const store = createStore<RegistryState>(() =>
    initial ? withEarlierEntries(initial, stored?.registry ?? null) : { kind: 'reading' },
  );
  const reported = new Set<string>();
  const announced = new Set<string>();
  const announce = ({ registry }: Reading) => {
    for (const { entry } of Object.values(registry.remotes)) announced.add(entry);
  };
  if (ofPage) announce(ofPage);
  let text = '';
  let served: HostContract | null = null;
  let refreshing: Promise<void> | null = null;

  const reportOnce = (faults: readonly LeftOut[], reason: FailureReason) => {
    for (const fault of faults) {
      const key = `${fault.name} ${reason} ${fault.problems.join()}`;
      if (reported.has(key)) continue;
      reported.add(key);
      report({ ...fault, reason });
    }
  };

  async function read(): Promise<void> {
    const answer = await requestRegistry(addressOf(showsPreview), fetch, observe);
    const raw = 'text' in answer ? parseJson(answer.text) : null;
    const reading = readRegistry(raw);
    if (reading && 'text' in answer) {
      // A later loss is reported again.
      for (const key of reported) if (key.startsWith('host ')) reported.delete(key);
      reportOnce(reading.leftOut, 'malformed');
      if (answer.text === text) return;
      text = answer.text;
      served = servedContract(raw);
      announce(reading);
      const before = store.getState();
      const ready = withEarlierEntries(reading, before.kind === 'ready' ? before.registry : null);
      lastGood.write(ready.registry === reading.registry ? raw : ready.registry);
      store.setState(ready, true);
      return;
    }
    const reason = 'text' in answer ? 'malformed' : answer.reason;
    reportOnce([{ name: 'host', problems: [] }], reason);
    if (store.getState().kind === 'reading') store.setState({ kind: 'unavailable' }, true);
  }

  /** One request at a time. Limit 5 s; never rejects. */
  const refresh = (): Promise<void> => {
    refreshing ??= read().finally(() => (refreshing = null));
    return refreshing;
  };

  return {
    store: store as ReadableStore<RegistryState>,
    current(): Registry | null {
      const state = store.getState();
      return state.kind === 'ready' ? state.registry : null;
    },
    refresh,
    /** Whether the page or an answer named this entry; otherwise it is kept from an earlier visit. */
    announced: (entry: string): boolean => announced.has(entry),
    /** What the host speaks that a reload would bring; `null`: unknown. */
    served: (): HostContract | null => served,
    /** Polls every 12 s while the page is visible, on return to it, and at once if the page had no registry. */
    start() {
      if (ofPage === null && embedded !== null)
        reportOnce([{ name: 'host', problems: ['the block in the page is no registry'] }], 'malformed');
      reportOnce(initial?.leftOut ?? [], 'malformed');
      const state = store.getState();
      if (ofPage === null) void refresh();
      else if (state.kind === 'ready') lastGood.write(state.registry === ofPage.registry ? embedded : state.registry);
      const refreshIfVisible = () => void (document.visibilityState === 'visible' && refresh());
      setInterval(refreshIfVisible, REGISTRY_POLL_MS);
      document.addEventListener('visibilitychange', refreshIfVisible);
      window.addEventListener('pageshow', ({ persisted }) => void (persisted && refresh())); // from the back-forward cache
    },
  };
}

/** Aborted at its limit: browsers allow six connections per origin. */
async function requestRegistry(
  address: string,
  fetch: typeof globalThis.fetch,
  observe: (headers: Headers) => void,
): Promise<{ text: string } | { reason: FailureReason }> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), REGISTRY_LIMIT_MS);
  try {
    const response = await fetch(address, { cache: 'no-cache', signal: controller.signal });
    observe(response.headers);
    return response.ok ? { text: await response.text() } : { reason: 'network' };
  } catch {
    return { reason: controller.signal.aborted ? 'timeout' : 'network' };
  } finally {
    clearTimeout(timer);
  }
}

function withEarlierEntries(
  { registry, leftOut }: Reading,
  earlier: Registry | null,
): Extract<RegistryState, { kind: 'ready' }> {
  const earlierEntries = leftOut.flatMap(({ name }) => {
    const entry = earlier?.remotes[name];
    return entry ? [[name, entry] as const] : [];
  });
  const remotes = { ...registry.remotes, ...Object.fromEntries(earlierEntries) };
  return {
    kind: 'ready',
    registry: earlierEntries.length === 0 ? registry : { ...registry, remotes },
    broken: leftOut.map(({ name }) => name).filter((name) => remotes[name] === undefined),
  };
}
