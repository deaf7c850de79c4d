import { type RefObject, useEffect, useRef } from 'react';

/** Focuses new content in the pop-up and scrolls it into view. The element needs `tabIndex={-1}`. */
export function useArrival<E extends HTMLElement>(): RefObject<E | null> {
  const arrived = useRef<E>(null);
  useEffect(() => {
    arrived.current?.focus({ preventScroll: true });
    arrived.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return arrived;
}
