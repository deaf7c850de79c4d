import { type RefObject, useEffect, useRef } from 'react';

/**
 * What replaces something in the pop-up takes the focus from it, is thereby read out, and comes into view where the
 * pop-up was scrolled. The element needs `tabIndex={-1}`.
 */
export function useArrival<E extends HTMLElement>(): RefObject<E | null> {
  const arrived = useRef<E>(null);
  useEffect(() => {
    arrived.current?.focus({ preventScroll: true });
    arrived.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return arrived;
}
