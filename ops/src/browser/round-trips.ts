import type { CDPSession } from '@playwright/test';

/** One request, on the browser's own clock, seconds. */
export type RecordedRequest = { url: string; type: string; sentAt: number; answeredAt: number };

/** Far above what the browser itself needs between two requests, milliseconds. */
export const ROUND_LATENCY_MS = 600;

/** Records every request of a page from now on. @returns those that were answered */
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
 * Orders requests into rounds: one belongs to the round after the latest round of which any answer had arrived when it
 * was sent. Every request takes a latency far above the browser's own work, so a request that needed an answer can't
 * have been sent before it, and one that didn't need it wasn't held up for as long.
 * @returns the rounds in order, each with its requests
 */
export function roundsOf(requests: readonly RecordedRequest[]): RecordedRequest[][] {
  const rounds: RecordedRequest[][] = [];
  for (const request of [...requests].sort((a, b) => a.sentAt - b.sentAt)) {
    const needed = rounds.findLastIndex((round) => round.some(({ answeredAt }) => answeredAt <= request.sentAt));
    (rounds[needed + 1] ??= []).push(request);
  }
  return rounds;
}

/** Whether a request is for the page or for code, the registry included, rather than for pictures or data. */
export function isCode({ url, type }: RecordedRequest): boolean {
  const path = new URL(url).pathname;
  return ['Document', 'Script', 'Stylesheet'].includes(type) || path === '/remotes.json' || /\.(js|css)$/.test(path);
}
