import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Notice {
  open: boolean;
  /** Opens it to be read. */
  show: () => void;
  /** Resolves `true` once the notice was read in this visit, asking first where it wasn't; `false` when it is closed instead. */
  agreed: () => Promise<boolean>;
  /** The "I know" button. */
  accept: () => void;
  /** Closed in any other way. */
  dismiss: () => void;
}

/** Sharing the report means consent (spec section 2): its notice is read before the first share. */
export function useNotice(): Notice {
  const [open, setOpen] = useState(false);
  const read = useRef(false);
  const waiting = useRef<((agreed: boolean) => void) | null>(null);

  const close = useCallback((agreed: boolean) => {
    read.current ||= agreed;
    setOpen(false);
    waiting.current?.(agreed);
    waiting.current = null;
  }, []);
  // Whoever waits hears that nothing was agreed to: a screen that is left shows no dialog that could say so.
  useEffect(() => () => {
    waiting.current?.(false);
    waiting.current = null;
  }, []);
  const agreed = useCallback(() => {
    if (read.current) return Promise.resolve(true);
    waiting.current?.(false);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      waiting.current = resolve;
    });
  }, []);

  return useMemo(() => ({ open, show: () => setOpen(true), agreed, accept: () => close(true), dismiss: () => close(false) }), [open, agreed, close]);
}
