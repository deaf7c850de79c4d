import { createUnfinishedRequests, isRequestId, newRequestId, type UnfinishedRequestsOptions } from '@fridge/shared-ui';

/** The id of a draw from the tap until its result was shown. */
export interface UnfinishedDraws {
  find(userId: string): string | null;
  /** The id that is waiting, or a new one, stored before anything is sent. */
  begin(userId: string): string;
  /** Its result was shown, or the server has ruled that there is none. */
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
