/** Aborted at its limit: browsers allow six connections per origin. Never rejects. */
export async function requestText(fetch: typeof globalThis.fetch, address: string, limitMs: number, how?: RequestInit) {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), limitMs);
  const text = await fetch(address, { ...how, signal })
    .then((response) => (response.ok ? response.text() : null))
    .catch(() => null);
  clearTimeout(timer);
  if (text !== null) return { text, reason: null } as const;
  return { text, reason: signal.aborted ? 'timeout' : 'network' } as const;
}
