import { useEffect, useEffectEvent, useState } from 'react';

/** Simulated progress (spec section 4, "Year report"). */
export const progressTerms = { tickMs: 150, largestStep: 14, fullAt: 98, slidesAfterMs: 500 } as const;

/** @param step random, 0 to 14 @param ready data and code have arrived */
export function nextPercent(percent: number, ready: boolean, step: number): number {
  const { fullAt } = progressTerms;
  if (percent < fullAt) return Math.min(percent + step, fullAt);
  return ready ? 100 : percent;
}

/**
 * @param counts starts at 0 whenever it becomes true
 * @param onFull called after 100 was shown for `slidesAfterMs`
 */
export function useProgress(counts: boolean, ready: boolean, onFull: () => void): number {
  const [percent, setPercent] = useState(0);
  if (!counts && percent !== 0) setPercent(0);
  useEffect(() => {
    if (!counts) return undefined;
    const ticking = setInterval(() => {
      const step = Math.floor(Math.random() * (progressTerms.largestStep + 1));
      setPercent((before) => nextPercent(before, ready, step));
    }, progressTerms.tickMs);
    return () => clearInterval(ticking);
  }, [counts, ready]);

  const full = useEffectEvent(onFull);
  useEffect(() => {
    if (percent < 100) return undefined;
    const starting = setTimeout(() => full(), progressTerms.slidesAfterMs);
    return () => clearTimeout(starting);
  }, [percent]);
  return percent;
}
