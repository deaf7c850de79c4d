import { useSyncExternalStore } from 'react';

/** Screen and rim of the phone, CSS px. */
export const screen = { width: 390, height: 844, rim: 12 } as const;
const AIR = 40;
const SMALLEST = 0.5;

/** At most 1. */
export function phoneScale(windowHeight: number): number {
  const fits = (windowHeight - AIR) / (screen.height + 2 * screen.rim);
  return Math.min(1, Math.max(SMALLEST, fits));
}

export function useWindowSize(): { width: number; height: number } {
  const width = useSyncExternalStore(onResize, () => window.innerWidth);
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  return { width, height };
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
