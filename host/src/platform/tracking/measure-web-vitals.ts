import type { Vitals } from '@fridge/shared-contracts/page';
import { onCLS, onINP, onLCP } from 'web-vitals';

type Metric = { value: number; entries: readonly { startTime: number }[] };
type Observe = (report: (metric: Metric) => void, options: { reportAllChanges: boolean }) => void;

/**
 * Observes the page from its beginning: engines keep what happened before. Those that don't measure something report
 * nothing of it.
 * @param leftAt when the first screen's release left the screen; what happens later is others', of `performance.now`
 * @returns the values so far
 */
export function measureWebVitals(
  leftAt: () => number,
  observe: Record<'lcp' | 'inp' | 'cls', Observe> = { lcp: onLCP, inp: onINP, cls: onCLS },
): () => Omit<Vitals, 'load'> {
  const measured: Omit<Vitals, 'load'> = {};
  const keep = (name: keyof typeof observe, kept: (value: number) => number) =>
    observe[name](
      ({ value, entries }) => {
        if (entries.every(({ startTime }) => startTime < leftAt())) measured[name] = kept(value);
      },
      { reportAllChanges: true },
    );
  keep('lcp', wholeMs);
  keep('inp', wholeMs);
  keep('cls', (value) => Math.min(10, Math.round(value * 1_000) / 1_000));
  return () => ({ ...measured });
}

const wholeMs = (value: number) => Math.min(60_000, Math.round(value));
