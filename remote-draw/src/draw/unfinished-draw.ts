/**
 * The id of a draw from the tap until its result was shown, per user and beyond the life of the page. The server
 * gives the same id the same result, so whoever reloads, goes back or loses the network in mid-spin gets the same
 * draw again and pays no second chance. A draw that never reached the server is made then: the user did tap.
 */
export interface UnfinishedDraws {
  find(userId: string): string | null;
  /** The id that is waiting, or a new one, stored before anything is sent. */
  begin(userId: string): string;
  /** Its result was shown, or the server has ruled that there is none. */
  finish(userId: string, requestId: string): void;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const keyOf = (userId: string) => `fridge.draw.unfinished.${userId}`;

/**
 * @param storage `localStorage`, or null where the browser refuses it; ids then last as long as the page
 */
export function createUnfinishedDraws(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null, newId: () => string = newRequestId): UnfinishedDraws {
  const held = new Map<string, string>();
  const find = (userId: string) => {
    const stored = attempt(() => storage?.getItem(keyOf(userId))) ?? held.get(userId) ?? '';
    return ID.test(stored) ? stored : null;
  };
  return {
    find,
    begin(userId) {
      const waiting = find(userId);
      if (waiting !== null) return waiting;
      const requestId = newId();
      held.set(userId, requestId);
      attempt(() => storage?.setItem(keyOf(userId), requestId));
      return requestId;
    },
    finish(userId, requestId) {
      if (find(userId) !== requestId) return;
      held.delete(userId);
      attempt(() => storage?.removeItem(keyOf(userId)));
    },
  };
}

/** A random UUID, also on plain http addresses of a local network, where `randomUUID` is missing. */
export function newRequestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Private modes throw on any use of the storage. */
function attempt<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
