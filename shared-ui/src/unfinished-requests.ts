import { answerCode, type CallResult } from '@fridge/shared-contracts';

/** A request that counts once, by its id (architecture, "The wire"). */
export interface UnfinishedRequest {
  readonly requestId: string;
}

/**
 * Requests from sending until their result was shown, per user, across page loads. The server returns the same result
 * for the same id, so a retry counts once; a request that never arrived is executed then.
 */
export interface UnfinishedRequests<Request extends UnfinishedRequest> {
  find(userId: string): Request | null;
  /** Before sending; replaces an earlier one. */
  keep(userId: string, request: Request): void;
  /** Call after the result was shown or the server has ruled that there is none. */
  finish(userId: string, requestId: string): void;
}

export interface UnfinishedRequestsOptions<Request> {
  /** Unique per kind. */
  name: string;
  write: (request: Request) => string;
  /** @returns `null` for text that `write` didn't write */
  read: (text: string) => Request | null;
  /** Default: `localStorage`. `null`: requests last as long as the page. */
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

/** After any other code the request may have been executed. */
const RULINGS: ReadonlySet<number> = new Set([answerCode.notice, answerCode.badInput, answerCode.notYours, answerCode.conflict]);

/** Whether the server has ruled that there is no result: the id is obsolete. */
export function isRuling(failure: Extract<CallResult<unknown>, { ok: false }>): boolean {
  return (failure.reason === 'refused' || failure.reason === 'notice') && RULINGS.has(failure.code);
}

function browserStorage(): Storage | null {
  return attempt(() => window.localStorage) ?? null;
}

/** Private modes throw on any access to storage. */
function attempt<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
