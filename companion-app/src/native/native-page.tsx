import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useAppState } from '../app/use-app.ts';
import { messageOf } from '../bridge/messages.ts';
import styles from './native-page.module.css';

type NativePageProps = {
  title: string;
  testId: string;
  shape: 'full' | 'sheet';
  cancelLabel: string;
  onCancel(): void;
  action?: ReactNode;
  children: ReactNode;
};

/** Escape acts as the phone's back gesture. */
export function NativePage({ title, testId, shape, cancelLabel, onCancel, action, children }: NativePageProps) {
  const statusBar = useAppState((state) => state.device.statusBarHeight);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.focus(), []);
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
  };
  return (
    <div className={styles.layer}>
      {shape === 'sheet' ? (
        <button type="button" className={styles.shade} onClick={onCancel} aria-label={cancelLabel} tabIndex={-1} />
      ) : null}
      <dialog
        open
        ref={dialog}
        tabIndex={-1}
        aria-labelledby={titleId}
        className={shape === 'full' ? styles.full : styles.sheet}
        style={shape === 'full' ? { paddingTop: statusBar } : {}}
        data-testid={testId}
        onKeyDown={cancelOnEscape}
      >
        <header className={styles.header}>
          <button type="button" className={styles.cancel} onClick={onCancel}>{cancelLabel}</button>
          <h2 id={titleId} className={styles.title}>{title}</h2>
          <span className={styles.action}>{action}</span>
        </header>
        {children}
      </dialog>
    </div>
  );
}

/** A successful action closes its page. @returns `trouble`: why it failed */
export function useAction() {
  const [pending, setPending] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const run = async (action: () => Promise<void>) => {
    setPending(true);
    setTrouble(null);
    try {
      await action();
    } catch (error) {
      setTrouble(messageOf(error));
      setPending(false);
    }
  };
  return { pending, trouble, run };
}
