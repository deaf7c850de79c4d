import type { CDPSession } from '@playwright/test';

/** Seconds on the browser's clock. */
export type RecordedRequest = { url: string; type: string; sentAt: number; answeredAt: number };

/** Far above the browser's own time between two requests, ms. */
export const ROUND_LATENCY_MS = 600;

/** @returns lists the requests answered since the call */
export async function recordRequests(session: CDPSession): Promise<() => RecordedRequest[]> {
  const sent = new Map<string, Omit<RecordedRequest, 'answeredAt'>>();
  const answered: RecordedRequest[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type = '' }) => {
    sent.set(requestId, { url: request.url, type, sentAt: timestamp });
  });
  session.on('Network.responseReceived', ({ requestId, timestamp }) => {
    const request = sent.get(requestId);
    if (request) answered.push({ ...request, answeredAt: timestamp });
  });
  await session.send('Network.enable');
  return () => [...answered];
}

/**
 * A request belongs to the round after the latest one that had an answer when it was sent. The latency must be far
 * above the browser's own time between requests.
 */
export function roundsOf(requests: readonly RecordedRequest[]): RecordedRequest[][] {
  const rounds: RecordedRequest[][] = [];
  for (const request of [...requests].sort((a, b) => a.sentAt - b.sentAt)) {
    const needed = rounds.findLastIndex((round) => round.some(({ answeredAt }) => answeredAt <= request.sentAt));
    (rounds[needed + 1] ??= []).push(request);
  }
  return rounds;
}

export function isCode({ url, type }: RecordedRequest): boolean {
  const path = new URL(url).pathname;
  return ['Document', 'Script', 'Stylesheet'].includes(type) || /\.(js|css)$/.test(path);
}
