import { createUnfinishedRequests, isRequestId, newRequestId, type UnfinishedRequestsOptions } from '@fridge/shared-ui';

/** Ids of draws whose result hasn't been shown. */
interface UnfinishedDraws {
  find(userId: string): string | null;
  /** The pending id, or a new one; stored before the request. */
  begin(userId: string): string;
  /** Call after a result was shown or the server has ruled that there is none. */
  finish(userId: string, requestId: string): void;
}

type Storage = UnfinishedRequestsOptions<unknown>['storage'];

/** @param storage default: `localStorage` */
export function createUnfinishedDraws(storage?: Storage, newId: () => string = newRequestId): UnfinishedDraws {
  const requests = createUnfinishedRequests({
    name: 'draw',
    write: ({ requestId }) => requestId,
    read: (text) => (isRequestId(text) ? { requestId: text } : null),
    ...(storage !== undefined && { storage }),
  });
  return {
    find: (userId) => requests.find(userId)?.requestId ?? null,
    begin(userId) {
      const waiting = requests.find(userId);
      if (waiting !== null) return waiting.requestId;
      const requestId = newId();
      requests.keep(userId, { requestId });
      return requestId;
    },
    finish: requests.finish,
  };
}
