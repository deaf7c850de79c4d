import { answerCode, type CallResult } from '@fridge/shared-contracts';

/** A request that counts once, by an id of its own (architecture, "The wire"). */
export interface UnfinishedRequest {
  readonly requestId: string;
}

/**
 * A request from the moment it is sent until its result was shown, per user and beyond the life of the page. The server
 * gives the same id the same result, so whoever reloads, goes back or loses the network gets that result and nothing
 * counts twice. What never reached the server is done then: the user did ask for it.
 */
export interface UnfinishedRequests<Request extends UnfinishedRequest> {
  find(userId: string): Request | null;
  /** Keeps a request, before anything is sent, in place of an earlier one. */
  keep(userId: string, request: Request): void;
  /** Its result was shown, or the server has ruled that there is none. */
  finish(userId: string, requestId: string): void;
}

export interface UnfinishedRequestsOptions<Request> {
  /** What the browser's storage knows them by: no two kinds share a name. */
  name: string;
  write: (request: Request) => string;
  /** @returns `null` for what `write` didn't write */
  read: (text: string) => Request | null;
  /** Default: `localStorage`. `null` where the browser refuses it: requests then last as long as the page. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
}

export function createUnfinishedRequests<Request extends UnfinishedRequest>({ name, write, read, storage = browserStorage() }: UnfinishedRequestsOptions<Request>): UnfinishedRequests<Request> {
  const held = new Map<string, string>();
  const keyOf = (userId: string) => `fridge.${name}.unfinished.${userId}`;
  const find = (userId: string): Request | null => {
    const text = attempt(() => storage?.getItem(keyOf(userId))) ?? held.get(userId);
    return text === undefined ? null : read(text);
  };
  return {
    find,
    keep(userId, request) {
      const stored = attempt(() => {
        storage?.setItem(keyOf(userId), write(request));
        return storage !== null;
      });
      if (stored !== true) held.set(userId, write(request));
    },
    finish(userId, requestId) {
      if (find(userId)?.requestId !== requestId) return;
      held.delete(userId);
      attempt(() => storage?.removeItem(keyOf(userId)));
    },
  };
}

/** Codes by which the server rules on this very request; after any other one it may have been done. */
const RULINGS: ReadonlySet<number> = new Set([answerCode.notice, answerCode.badInput, answerCode.notYours, answerCode.conflict]);

/** Whether the server has said that a request brings nothing, so that its id has no more use. */
export function isRuling(failure: Extract<CallResult<unknown>, { ok: false }>): boolean {
  return (failure.reason === 'refused' || failure.reason === 'notice') && RULINGS.has(failure.code);
}

/** Private modes throw on the mere look at it. */
function browserStorage(): Storage | null {
  return attempt(() => window.localStorage) ?? null;
}

/** Private modes throw on any use of the storage. */
function attempt<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
