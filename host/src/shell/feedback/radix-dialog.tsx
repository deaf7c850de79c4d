import * as Dialog from '@radix-ui/react-dialog';
import { type CSSProperties, useCallback, useEffect, useState } from 'react';
import type { HeaderTone } from '@fridge/shared-contracts';
import { CloseIcon, joinClasses, Phrases } from '@fridge/shared-ui';
import { dialogColours } from '../root-style.ts';
import type { DialogFrameProps } from './dialogs.tsx';
import styles from './radix-dialog.module.css';

/** The overlay isn't Radix's, whose scroll lock writes a style element: the content security policy forbids it. */
export default function RadixDialog(props: DialogFrameProps) {
  const { open, onClose, title, description, closeLabel, shape, tone, interrupts, children } = props;
  const returnFocus = useFocusReturn(open);
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
            // Screen readers should read the title first.
            if (closeLabel === undefined) return;
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
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
          {description !== undefined && (
            <Dialog.Description className={styles.description}>
              <Phrases text={description} />
            </Dialog.Description>
          )}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A light tone means the skin's surface. */
function toned(tone: HeaderTone | undefined) {
  if (tone === undefined) return {};
  const colours = dialogColours(tone);
  return { 'data-tone': colours === null ? 'light' : 'dark', style: (colours as CSSProperties | null) ?? {} };
}

/** @returns moves focus back to the opener */
function useFocusReturn(open: boolean): () => void {
  const [state, setState] = useState<{ open: boolean; opener: Element }>({ open: false, opener: document.body });
  // During render: the dialog moves focus before this component's effects.
  if (state.open !== open) setState({ open, opener: open ? (document.activeElement ?? document.body) : state.opener });
  const { opener } = state;
  return useCallback(() => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  }, [opener]);
}

/** The scrollbar's room stays empty, to keep the width. */
function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return undefined;
    const root = document.documentElement;
    const { overflow, paddingRight } = root.style;
    const scrollbar = window.innerWidth - root.clientWidth;
    root.style.overflow = 'hidden';
    if (scrollbar > 0) root.style.paddingRight = `${scrollbar}px`;
    return () => {
      Object.assign(root.style, { overflow, paddingRight });
    };
  }, [locked]);
}
