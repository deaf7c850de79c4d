import type { DialogProps, Store } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import type { ComponentType } from 'react';

/** The host's dialog without its manners: named, closable, in place. It closes when the visit ends. */
export function createFakeDialog(ended: Store<boolean>): ComponentType<DialogProps> {
  return function FakeDialog({ open, onClose, title, closeLabel = 'close', children }: DialogProps) {
    const isOver = useStore(ended);
    if (!open || isOver) return null;
    return (
      <dialog open aria-label={title}>
        <button type="button" onClick={onClose}>
          {closeLabel}
        </button>
        {children}
      </dialog>
    );
  };
}
