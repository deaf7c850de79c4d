import * as Dialog from '@radix-ui/react-dialog';
import { type CSSProperties, useCallback, useEffect, useState } from 'react';
import type { HeaderTone } from '@fridge/shared-contracts';
import { CloseIcon, joinClasses, Phrases } from '@fridge/shared-ui';
import styles from './dialog.module.css';
import { dialogColours } from '../skins/dialog-tone.ts';
import type { DialogFrameProps } from './dialog-loader.ts';

/**
 * The one dialog of the product, on Radix: portal, focus kept inside and given back, Escape, the page behind hidden
 * from screen readers. The veil is ours and not Radix's, whose scroll lock writes a style element that the page's
 * content security policy forbids.
 */
export default function RadixDialog({
  open,
  onClose,
  title,
  description,
  closeLabel,
  shape,
  tone,
  interrupts,
  children,
}: DialogFrameProps) {
  const giveFocusBack = useFocusReturn(open);
  useScrollLock(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <div className={styles.veil} data-state={open ? 'open' : 'closed'} />
        <Dialog.Content
          className={joinClasses(styles.dialog, styles[shape])}
          {...toned(tone)}
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
          {description !== undefined && <Dialog.Description className={styles.description}><Phrases text={description} /></Dialog.Description>}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A dark tone colours the dialog; a light one gives it the skin's surface, whatever the header's tone is. */
function toned(tone: HeaderTone | undefined) {
  if (tone === undefined) return {};
  const colours = dialogColours(tone);
  return { 'data-tone': colours === null ? 'light' : 'dark', style: colours as CSSProperties | null ?? {} };
}

/**
 * Remembers what had the focus when the dialog was opened and gives it back.
 * @returns gives the focus back; to be called when the dialog has gone
 */
function useFocusReturn(open: boolean): () => void {
  const [memory, setMemory] = useState<{ open: boolean; opener: Element }>({ open: false, opener: document.body });
  // While rendering and not in an effect: the dialog moves the focus before any effect of this component runs.
  if (memory.open !== open) setMemory({ open, opener: open ? (document.activeElement ?? document.body) : memory.opener });
  const { opener } = memory;
  return useCallback(() => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  }, [opener]);
}

/**
 * Holds the page still while a dialog is open, with the width it has: where a scrollbar takes room, its room stays
 * empty. The page isn't moved, so what is sticky or fixed stays where it is.
 */
function useScrollLock(locked: boolean): void {
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
