export type TextAnswer = { text: string; reason: null } | { text: null; reason: 'network' | 'timeout' };

/** Aborted at its limit: browsers allow six connections per origin. Never rejects. */
export async function requestText(
  fetch: typeof globalThis.fetch,
  address: string,
  limitMs: number,
  how?: RequestInit,
): Promise<TextAnswer> {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), limitMs);
  try {
    const response = await fetch(address, { ...how, signal });
    if (response.ok) return { text: await response.text(), reason: null };
    return { text: null, reason: 'network' };
  } catch {
    return { text: null, reason: signal.aborted ? 'timeout' : 'network' };
  } finally {
    clearTimeout(timer);
  }
}
