import { createUnfinishedRequests, isRequestId, newRequestId } from '@fridge/shared-ui';

const requests = createUnfinishedRequests({
  name: 'draw',
  write: ({ requestId }) => requestId,
  read: (text) => (isRequestId(text) ? { requestId: text } : null),
});

/** Ids of draws whose result hasn't been shown. */
export const unfinishedDraws = {
  find: (userId: string): string | null => requests.find(userId)?.requestId ?? null,
  /** The pending id, or a new one; stored before the request. */
  begin(userId: string): string {
    const requestId = unfinishedDraws.find(userId) ?? newRequestId();
    requests.keep(userId, { requestId });
    return requestId;
  },
  /** Call after a result was shown or a final refusal. */
  finish: requests.finish,
};
