/** A storage, or `null` where reaching for it throws: cookies blocked, or a frame without its own origin. */
export function safeStorage(reach: () => Storage): Storage | null {
  try {
    return reach();
  } catch {
    return null;
  }
}
