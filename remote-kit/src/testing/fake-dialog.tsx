import type { DialogProps } from '@fridge/shared-contracts';

/** The host's dialog without its manners: named, closable, in place. */
export function FakeDialog({ open, onClose, title, closeLabel = 'close', children }: DialogProps) {
  if (!open) return null;
  return (
    <dialog open aria-label={title}>
      <button type="button" onClick={onClose}>{closeLabel}</button>
      {children}
    </dialog>
  );
}
