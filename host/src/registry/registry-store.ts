import { parseRegistry, type Registry, type Store } from '@fridge/shared-contracts';
import { phaseLimits } from '../remotes/limits.ts';
import { TIMED_OUT, within } from '../remotes/within.ts';

export type RegistryState = { kind: 'reading' } | { kind: 'ready'; registry: Registry } | { kind: 'unavailable' };

export interface RegistryStore extends Store<RegistryState> {
  /** Reads the registry again and waits for the outcome. Never rejects. */
  refresh(): Promise<void>;
}

/** An open page learns of a switch within 30 s (architecture, "The registry"), also when one request is lost. */
export const REGISTRY_POLL_MS = 12_000;

const LAST_GOOD_KEY = 'registry.lastGood';

export type RegistryStoreParts = {
  fetchRegistry: () => Promise<Response>;
  /** The answer that the early start asked for, if there is one. */
  early: Promise<Response> | null;
  storage: Pick<Storage, 'getItem' | 'setItem'> | null;
  onAnswer: (headers: Headers) => void;
};

/**
 * Keeps the registry of this page. A registry that can't be read or doesn't fit its schema leaves the last good one
 * in force: that of this page, else the one kept from an earlier visit; only without any is it unavailable.
 */
export function createRegistryStore({ fetchRegistry, early, storage, onAnswer }: RegistryStoreParts): RegistryStore {
  let state: RegistryState = { kind: 'reading' };
  let text = '';
  let asked = 0;
  /** The latest question that was answered: what an earlier one brings after it is out of date. */
  let answered = 0;
  const listeners = new Set<() => void>();

  const become = (next: RegistryState) => {
    state = next;
    listeners.forEach((listener) => listener());
  };

  async function read(answer: Promise<Response>): Promise<void> {
    asked += 1;
    const mine = asked;
    const fresh = await within(readAnswer(answer, onAnswer), phaseLimits.registry).catch(() => null);
    const found = fresh === TIMED_OUT || fresh === null ? null : parseText(fresh);
    if (found && typeof fresh === 'string') {
      if (mine < answered) return;
      answered = mine;
      if (fresh === text) return;
      text = fresh;
      remember(storage, fresh);
      become({ kind: 'ready', registry: found });
    } else if (state.kind !== 'ready') {
      const kept = parseText(recall(storage));
      become(kept ? { kind: 'ready', registry: kept } : { kind: 'unavailable' });
    }
  }

  void read(early ?? fetchRegistry());
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: () => read(fetchRegistry()),
  };
}

/** Reads again every 12 s while the page is seen, and at once when it comes back. @returns stops */
export function pollRegistry(store: RegistryStore, page: Document = document): () => void {
  const refreshIfSeen = () => void (page.visibilityState === 'visible' && store.refresh());
  const timer = setInterval(refreshIfSeen, REGISTRY_POLL_MS);
  page.addEventListener('visibilitychange', refreshIfSeen);
  const onPageShow = ({ persisted }: PageTransitionEvent) => void (persisted && store.refresh());
  addEventListener('pageshow', onPageShow);
  return () => {
    clearInterval(timer);
    page.removeEventListener('visibilitychange', refreshIfSeen);
    removeEventListener('pageshow', onPageShow);
  };
}

async function readAnswer(answer: Promise<Response>, onAnswer: (headers: Headers) => void): Promise<string | null> {
  const response = await answer;
  onAnswer(response.headers);
  return response.ok ? response.text() : null;
}

function parseText(text: string | null): Registry | null {
  if (!text) return null;
  try {
    return parseRegistry(JSON.parse(text));
  } catch {
    return null;
  }
}

function remember(storage: RegistryStoreParts['storage'], text: string): void {
  try {
    storage?.setItem(LAST_GOOD_KEY, text);
  } catch {
    // A full or forbidden storage costs only the fallback.
  }
}

function recall(storage: RegistryStoreParts['storage']): string | null {
  try {
    return storage?.getItem(LAST_GOOD_KEY) ?? null;
  } catch {
    return null;
  }
}
