import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useAppState } from '../app/use-app.ts';
import { messageOf } from '../bridge/app-error.ts';
import styles from './native-page.module.css';

type NativePageProps = {
  title: string;
  testId: string;
  /** `full` covers the screen, `sheet` the lower part of it. */
  shape: 'full' | 'sheet';
  cancelLabel: string;
  onCancel(): void;
  /** At the right of the title. */
  action?: ReactNode;
  children: ReactNode;
};

/** Frame of the app's own pages over the web view; Escape cancels like the phone's back gesture. */
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

/** Runs the action of a native page, which closes the page when it succeeds. @returns `trouble`: why it failed */
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
