import { commonCopy, fill } from '@fridge/shared-contracts';
import { useEffect, useState } from 'react';

const PATIENCE_MS = 2_000;

/** A busy button's label once the app is slow to answer. */
export function useSlowAppLabel(waiting: boolean): string | undefined {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return waiting && slow ? fill(commonCopy['common.waitingApp']) : undefined;
}
