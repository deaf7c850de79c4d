import { createElement, useEffect, useState, useSyncExternalStore } from 'react';
import type { DialogFrame, DialogFrameProps } from './dialog-frame.ts';
import type { DialogLoader } from './dialog-loader.ts';

/**
 * Draws a dialog with whichever implementation is there. One that is open isn't exchanged when the other arrives
 * late: what was typed in it would be lost.
 */
export function LazyDialog({ loader, ...props }: DialogFrameProps & { loader: DialogLoader }) {
  const available = useSyncExternalStore(loader.subscribe, loader.get);
  const [inUse, setInUse] = useState<DialogFrame | null>(null);
  const { open } = props;
  useEffect(() => {
    if (open) loader.load();
  }, [open, loader]);

  const next = open ? (inUse ?? available) : inUse === available ? inUse : null;
  if (next !== inUse) setInUse(() => next);
  return next && createElement(next, props);
}
