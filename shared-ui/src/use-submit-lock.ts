import { useEffect, useRef, useState } from 'react';

/** One submission at a time: a second press does nothing, whether it comes before the next render or during a login. */
export function useSubmitLock(): {
  locked: boolean;
  /**
   * @param submit its signal aborts when the component is left. Returns whether it stays locked: what it submitted is
   *   done, and the screen is being left
   */
  submitOnce: (submit: (signal: AbortSignal) => Promise<boolean>) => Promise<void>;
} {
  const [locked, setLocked] = useState(false);
  const isLocked = useRef(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const lock = (next: boolean) => {
    isLocked.current = next;
    setLocked(next);
  };
  const submitOnce = async (submit: (signal: AbortSignal) => Promise<boolean>) => {
    if (isLocked.current) return;
    lock(true);
    let isDone = false;
    try {
      isDone = await submit(leaving.current.signal);
    } finally {
      lock(isDone);
    }
  };
  return { locked, submitOnce };
}
