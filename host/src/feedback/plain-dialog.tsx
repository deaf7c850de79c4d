import { useEffect, useId, useRef } from 'react';
import { CloseIcon, joinClasses } from '@fridge/shared-ui';
import styles from './dialog.module.css';
import type { DialogFrameProps } from './dialog-frame.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useScrollLock } from './use-scroll-lock.ts';

/**
 * The browser's own dialog element, for when the code of the real one can't be loaded: it keeps the focus and hears
 * Escape by itself. Plain, but a question is asked and answered.
 */
export function PlainDialog({ open, onClose, title, description, closeLabel, shape, interrupts, children }: DialogFrameProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const giveFocusBack = useFocusReturn(open);
  useScrollLock(open);

  useEffect(() => {
    const dialog = element.current;
    if (!open || !dialog) return undefined;
    // Before Safari 15.4 the element exists without its methods.
    if (typeof dialog.showModal === 'function') dialog.showModal();
    else dialog.setAttribute('open', '');
    return () => {
      if (typeof dialog.close === 'function') dialog.close();
      giveFocusBack();
    };
  }, [open, giveFocusBack]);

  if (!open) return null;
  return (
    <dialog
      ref={element}
      className={joinClasses(styles.dialog, styles[shape], styles.plain)}
      data-state="open"
      role={interrupts ? 'alertdialog' : 'dialog'}
      aria-labelledby={`${id}title`}
      aria-describedby={description === undefined ? undefined : `${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={`${id}title`} className={styles.title}>{title}</h2>
        {closeLabel !== undefined && (
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <CloseIcon />
          </button>
        )}
      </div>
      {description !== undefined && <p id={`${id}text`} className={styles.description}>{description}</p>}
      {children}
    </dialog>
  );
}
