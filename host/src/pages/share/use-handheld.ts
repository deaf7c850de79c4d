import { useSyncExternalStore } from 'react';

/** A screen that is held in one hand, upright or lying: nobody can scan it with the phone that shows it. */
const HANDHELD = '(max-width: 640px), (max-height: 480px)';

export function useHandheld(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia(HANDHELD).matches);
}

function watch(onChange: () => void): () => void {
  const list = window.matchMedia(HANDHELD);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}
