const KEY = 'reportSlide';

/** The slide that the story was left at, by a reload or a link. @returns `null`: this entry of the history has none */
export function keptSlide(): number | null {
  // There is none where a shell is rendered.
  const state: unknown = typeof history === 'undefined' ? null : history.state;
  const kept = typeof state === 'object' && state !== null && KEY in state ? state[KEY] : null;
  return typeof kept === 'number' ? kept : null;
}

/** Keeps it in the entry of the history, where a new visit doesn't find it. */
export function keepSlide(index: number | null): void {
  try {
    window.history.replaceState({ ...window.history.state, [KEY]: index }, '');
  } catch {
    // Safari allows 100 changes in 30 s: the former slide stays kept.
  }
}
