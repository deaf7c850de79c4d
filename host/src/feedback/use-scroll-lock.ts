import { useEffect } from 'react';

/**
 * Holds the page still while a dialog is open, with the width it has: where a scrollbar takes room, its room stays
 * empty. The page isn't moved, so what is sticky or fixed stays where it is.
 */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return undefined;
    const root = document.documentElement;
    const before = { overflow: root.style.overflow, paddingRight: root.style.paddingRight };
    const scrollbar = window.innerWidth - root.clientWidth;
    root.style.overflow = 'hidden';
    if (scrollbar > 0) root.style.paddingRight = `${scrollbar}px`;
    return () => {
      Object.assign(root.style, before);
    };
  }, [locked]);
}
