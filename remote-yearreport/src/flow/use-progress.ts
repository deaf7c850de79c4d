import { useEffect, useEffectEvent, useState } from 'react';

// Simulated progress (spec section 4, "Year report").
const TICK_MS = 150;
const LARGEST_STEP = 14;
const FULL_AT = 98;
const SLIDES_AFTER_MS = 500;

/** @param step random, 0 to 14 @param ready data and code have arrived */
export function nextPercent(percent: number, ready: boolean, step: number): number {
  if (percent < FULL_AT) return Math.min(percent + step, FULL_AT);
  return ready ? 100 : percent;
}

/**
 * @param counts starts at 0 whenever it becomes true
 * @param onFull called after 100 was shown for half a second
 */
export function useProgress(counts: boolean, ready: boolean, onFull: () => void): number {
  const [percent, setPercent] = useState(0);
  if (!counts && percent !== 0) setPercent(0);
  useEffect(() => {
    if (!counts) return undefined;
    const ticking = setInterval(() => {
      const step = Math.floor(Math.random() * (LARGEST_STEP + 1));
      setPercent((before) => nextPercent(before, ready, step));
    }, TICK_MS);
    return () => clearInterval(ticking);
  }, [counts, ready]);

  const full = useEffectEvent(onFull);
  useEffect(() => {
    if (percent < 100) return undefined;
    const starting = setTimeout(() => full(), SLIDES_AFTER_MS);
    return () => clearTimeout(starting);
  }, [percent]);
  return percent;
}
