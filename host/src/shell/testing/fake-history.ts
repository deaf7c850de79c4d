import type { History } from '@remix-run/router';
import { ANCHOR_KEY, type HistoryEntry, type PageHistory } from '../history.ts';

type Entry = { address: string; key: string; personal: HistoryEntry['personal'] };

export interface FakeHistory extends PageHistory {
  addresses(): string[];
  jumpToAnchor(hash: string): void;
}

/** A history of its own: entries with keys, as the browser keeps them; going through it takes effect at once. */
export function fakeHistory(first: string): FakeHistory {
  let entries: Entry[] = [{ address: first, key: 'k0', personal: {} }];
  let index = 0;
  let keys = 0;
  const listeners = new Set<(change: { popped: boolean }) => void>();
  const tell = (popped: boolean) => listeners.forEach((listener) => listener({ popped }));
  const write = (address: string, at: number, personal: HistoryEntry['personal'], key?: string) => {
    keys += 1;
    const entry = { address, key: key ?? `k${keys}`, personal };
    entries = at > index ? [...entries.slice(0, at), entry] : entries.map((other, position) => (position === at ? entry : other));
    index = at;
  };
  return {
    router: {} as History, // nothing in these tests draws with it
    entry() {
      const { address, key, personal } = entries[index] ?? { address: '/', key: '', personal: {} };
      const { pathname, search, hash } = new URL(address, 'https://host.test');
      return { pathname, search, hash, key, personal, index };
    },
    push(address, personal) {
      write(address, index + 1, personal);
      tell(false);
    },
    replace(address, personal) {
      write(address, index, personal);
      tell(false);
    },
    go(delta) {
      index = Math.min(entries.length - 1, Math.max(0, index + delta));
      tell(true);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    addresses: () => entries.map(({ address }) => address),
    jumpToAnchor(hash) {
      const { address = '', personal = {} } = entries[index] ?? {};
      write(address + hash, index + 1, personal, ANCHOR_KEY);
      tell(true);
    },
  };
}
