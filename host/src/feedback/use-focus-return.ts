import { useCallback, useState } from 'react';

/**
 * Remembers what had the focus when the dialog was opened and gives it back.
 * @returns gives the focus back; to be called when the dialog has gone
 */
export function useFocusReturn(open: boolean): () => void {
  const [memory, setMemory] = useState<{ open: boolean; opener: Element }>({ open: false, opener: document.body });
  // While rendering and not in an effect: the dialog moves the focus before any effect of this component runs.
  if (memory.open !== open) setMemory({ open, opener: open ? (document.activeElement ?? document.body) : memory.opener });
  const { opener } = memory;
  return useCallback(() => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  }, [opener]);
}
