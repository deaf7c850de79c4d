import { createContext, memo, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DialogProps, HeaderTone } from '@fridge/shared-contracts';
import { Button, CloseIcon, joinClasses, Phrases } from '@fridge/shared-ui';
import { topLayer } from '../../lib/top-layer.ts';
import { dialogColours } from '../root-style.ts';
import { holdPage } from '../scroll.ts';
import styles from './feedback.module.css';
import { LEAVE_MS, type Toasts } from './toasts.tsx';

/** The header's tone. */
export const HeaderToneContext = createContext<HeaderTone | null>(null);

/** Without `closeLabel`: a question, which has no close button. */
interface PanelProps extends Omit<DialogProps, 'tone'> {
  description?: string | undefined;
  /** Without it, the header's if dark. */
  tone?: HeaderTone | undefined;
}

/** A modal `<dialog>` over the whole viewport: it keeps the focus and makes the page inert. Draws its own veil. */
export function DialogFrame({ toasts, ...panel }: PanelProps & { toasts: Toasts }) {
  const { open, onClose } = panel;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<(() => void) | null>(null);
  const [drawn, setDrawn] = useState(open);
  if (open && !drawn) setDrawn(true);

  // Not in a clean-up: React would take the focus that closing gives back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return close.current?.();
    const release = holdPage(window);
    element.showModal();
    // With a close button, screen readers should read the title first.
    element.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true });
    toasts.show('');
    element.append(toasts.place);
    close.current = () => {
      close.current = null;
      element.close(); // gives the focus back
      release();
      topLayer(document).append(toasts.place);
    };
  }, [open, toasts]);
  useLayoutEffect(() => () => close.current?.(), []);
  useEffect(() => {
    if (open) return undefined;
    const timer = setTimeout(() => setDrawn(false), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [open]);

  if (!drawn) return null;
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      role={panel.closeLabel === undefined ? 'alertdialog' : 'dialog'}
      aria-labelledby={`${id}title`}
      aria-describedby={panel.description === undefined ? undefined : `${id}description`}
      inert={!open}
      aria-hidden={!open || undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return; // of a file field inside
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // Chrome closes without asking at the second Escape in a row.
        if (close.current === null || currentTarget.open) return;
        currentTarget.showModal();
        onClose();
      }}
    >
      {/* A press that begins or ends in the panel is no click on it; the keyboard has Escape. */}
      <div className={styles.veil} role="presentation" onClick={onClose} />
      <Panel {...panel} id={id} />
    </dialog>,
    document.body,
  );
}

/** While it leaves, it keeps what was drawn last. */
const Panel = memo(
  function Panel({
    id,
    onClose,
    title,
    description,
    closeLabel,
    shape = 'sheet',
    tone,
    children,
  }: PanelProps & { id: string }) {
    const headerTone = useContext(HeaderToneContext);
    const colours = dialogColours(tone ?? headerTone);
    return (
      <div className={joinClasses(styles.panel, styles[shape], colours && styles.dark)} style={colours ?? undefined}>
        <div className={styles.head}>
          <h2
            id={`${id}title`}
            className={styles.title}
            tabIndex={closeLabel === undefined ? undefined : -1}
            data-keep-clear=""
          >
            {title}
          </h2>
          {closeLabel !== undefined && (
            <Button tone="text" className={styles.close} aria-label={closeLabel} onClick={onClose}>
              <CloseIcon />
            </Button>
          )}
        </div>
        {description !== undefined && (
          <p id={`${id}description`} className={styles.description}>
            <Phrases text={description} />
          </p>
        )}
        {children}
      </div>
    );
  },
  (_, { open }) => !open,
);
