import { answerCode, type CallResult } from '@fridge/shared-contracts';
import { accessStorage, createSafeStorage, type WebStorage } from './json-storage.ts';
import { isRequestId, newRequestId } from './request-id.ts';

/**
 * Ids of requests that count once (architecture, "The wire"), from sending until their result was shown, per user and
 * across page loads. The server returns the same result for the same id, so a retry counts once; a request that never
 * arrived is executed then.
 * @param name unique per kind
 * @param storage `null`: ids last as long as the page
 */
export function createRequestIds(name: string, storage: WebStorage | null = accessStorage(() => window.localStorage)) {
  const ids = createSafeStorage(storage);
  const keyOf = (userId: string) => `fridge.${name}.unfinished.${userId}`;
  const find = (userId: string): string | null => {
    const id = ids.getItem(keyOf(userId));
    return id !== null && isRequestId(id) ? id : null;
  };
  return {
    find,
    /** The pending id, or a new one; stored before the request. */
    begin(userId: string): string {
      const requestId = find(userId) ?? newRequestId();
      ids.setItem(keyOf(userId), requestId);
      return requestId;
    },
    /** Call after the result was shown or a final refusal. */
    finish(userId: string, requestId: string) {
      if (find(userId) === requestId) ids.removeItem(keyOf(userId));
    },
  };
}

/**
 * Sends a request with an id, and once more after a 409: the network may have delivered the first one twice, and a
 * server may answer the second copy with 409. Sent again, the id gets the first copy's result.
 */
export async function resendOnConflict<Data>(send: () => Promise<CallResult<Data>>): Promise<CallResult<Data>> {
  const answer = await send();
  return answer.ok || answer.code !== answerCode.conflict ? answer : send();
}

/** After any other code the request may have been executed. 400: the server would refuse the same id every time. */
const FINAL_CODES: ReadonlySet<number> = new Set([
  answerCode.notice,
  answerCode.badInput,
  answerCode.notYours,
  answerCode.conflict,
]);

/** Whether there will be no result for the id. A 409 is final after the second send (`resendOnConflict`). */
export function isFinalRefusal(failure: Extract<CallResult<unknown>, { ok: false }>): boolean {
  return (failure.reason === 'refused' || failure.reason === 'notice') && FINAL_CODES.has(failure.code);
}
