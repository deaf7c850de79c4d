import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the page when the user has gone to another one, so that a screen reader says so and the Tab key
 * starts there; what had the focus is gone. A page that has taken the focus itself keeps it, and the first page
 * leaves it to the browser, which reads the document's title.
 * @param visit differs for every visit of a screen
 */
export function usePageFocus(visit: number): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null);
  const seen = useRef(visit);
  useEffect(() => {
    if (seen.current === visit) return;
    seen.current = visit;
    const focused = document.activeElement;
    const isInPage = page.current?.contains(focused) && focused?.closest('[inert]') === null; // not in the screen before
    if (!isInPage) page.current?.focus({ preventScroll: true });
  }, [visit]);
  return page;
}
