import * as Dialog from '@radix-ui/react-dialog';
import { CloseIcon, joinClasses } from '@fridge/shared-ui';
import styles from './dialog.module.css';
import type { DialogFrameProps } from './dialog-frame.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useScrollLock } from './use-scroll-lock.ts';

/**
 * The one dialog of the product, on Radix: portal, focus kept inside and given back, Escape, the page behind hidden
 * from screen readers. The veil is ours and not Radix's, whose scroll lock writes a style element that the page's
 * content security policy forbids.
 */
export default function RadixDialog({ open, onClose, title, description, closeLabel, shape, interrupts, children }: DialogFrameProps) {
  const giveFocusBack = useFocusReturn(open);
  useScrollLock(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <div className={styles.veil} data-state={open ? 'open' : 'closed'} />
        <Dialog.Content
          className={joinClasses(styles.dialog, styles[shape])}
          role={interrupts ? 'alertdialog' : 'dialog'}
          aria-modal
          onOpenAutoFocus={(event) => {
            // Someone about to read should hear the title first, not the close button.
            if (closeLabel === undefined) return;
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack();
          }}
        >
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            {closeLabel !== undefined && (
              <Dialog.Close className={styles.close} aria-label={closeLabel}>
                <CloseIcon />
              </Dialog.Close>
            )}
          </div>
          {description !== undefined && <Dialog.Description className={styles.description}>{description}</Dialog.Description>}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
