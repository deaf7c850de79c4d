import { fill } from '@fridge/shared-contracts';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Session } from '../app/app-state.ts';
import { useApp, useAppState } from '../app/use-app.ts';
import { messageOf } from '../bridge/messages.ts';
import { copy } from '../copy.ts';
import fridge from '../phone/fridge.svg';
import styles from './native-page.module.css';

const testIds = {
  login: 'login-page',
  addDevice: 'add-device-page',
  photos: 'photo-picker',
  share: 'share-panel',
} as const;

type NativePageProps = { kind: keyof typeof testIds; onCancel(): void; action?: ReactNode; children: ReactNode };

/** Escape acts as the phone's back gesture. */
export function NativePage({ kind, onCancel, action, children }: NativePageProps) {
  const isSheet = kind === 'share';
  const cancelLabel = copy[`mock.${kind}.cancel`];
  const statusBar = useAppState((state) => state.device.statusBarHeight);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.focus(), []);
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
  };
  return (
    <div className={styles.layer}>
      {isSheet ? (
        <button type="button" className={styles.shade} onClick={onCancel} aria-label={cancelLabel} tabIndex={-1} />
      ) : null}
      <dialog
        open
        ref={dialog}
        tabIndex={-1}
        aria-labelledby={titleId}
        className={isSheet ? styles.sheet : styles.full}
        style={isSheet ? {} : { paddingTop: statusBar }}
        data-testid={testIds[kind]}
        onKeyDown={cancelOnEscape}
      >
        <header className={styles.header}>
          <button type="button" className={styles.cancel} onClick={onCancel}>
            {cancelLabel}
          </button>
          <h2 id={titleId} className={styles.title}>
            {copy[`mock.${kind}.title`]}
          </h2>
          <span className={styles.action}>{action}</span>
        </header>
        {children}
      </dialog>
    </div>
  );
}

/** A successful action closes its page. @returns `trouble`: why it failed */
function useAction() {
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

/** Stand-in for the native page: any household, without a password. */
export function LoginPage({ onDone }: { onDone(session: Session | null): void }) {
  const app = useApp();
  const households = useAppState((state) => state.households);
  const [chosen, setChosen] = useState<string | null>(null);
  const { pending, trouble, run } = useAction();
  const list = households.phase === 'ready' ? households.list : [];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !pending) void run(async () => onDone(await app.login(chosen)));
  };

  return (
    <NativePage kind="login" onCancel={() => onDone(null)}>
      <form className={styles.form} onSubmit={submit}>
        <p className={styles.quiet}>{copy['mock.login.desc']}</p>
        <fieldset className={styles.people}>
          <legend className={styles.legend}>{copy['mock.login.choose']}</legend>
          {list.length === 0 ? <p className={styles.quiet}>{copy['mock.login.empty']}</p> : null}
          {list.map(({ userId, nickName, description }) => (
            <label
              key={userId}
              className={`${styles.person} ${chosen === userId ? styles.chosen : ''}`}
              htmlFor={`login-${userId}`}
            >
              <input
                type="radio"
                id={`login-${userId}`}
                name="user"
                value={userId}
                checked={chosen === userId}
                onChange={() => setChosen(userId)}
              />
              <span className={styles.name}>
                {nickName || userId}
                <code>{userId}</code>
              </span>
              <span className={styles.quiet}>{description}</span>
            </label>
          ))}
        </fieldset>
        {trouble ? (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        ) : null}
        <button type="submit" className={styles.primary} disabled={!chosen || pending}>
          {pending ? copy['mock.panel.pending'] : copy['mock.login.submit']}
        </button>
      </form>
    </NativePage>
  );
}

/** Stand-in for the native page: adds a fridge to the user's home. */
export function AddDevicePage({ onDone }: { onDone(bound: boolean): void }) {
  const app = useApp();
  const nickName = useAppState((state) => state.session?.nickName ?? '');
  const { pending, trouble, run } = useAction();
  const bind = () =>
    run(async () => {
      await app.bindFridge();
      onDone(true);
    });

  return (
    <NativePage kind="addDevice" onCancel={() => onDone(false)}>
      <div className={styles.body}>
        <div className={styles.radar}>
          <img src={fridge} width="40" height="56" alt="" />
        </div>
        <p className={styles.found}>{copy['mock.addDevice.found']}</p>
        <p className={styles.about}>{fill(copy['mock.addDevice.desc'], { nickName })}</p>
        {trouble ? (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        ) : null}
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.primary} disabled={pending} onClick={() => void bind()}>
          {pending ? copy['mock.addDevice.pending'] : copy['mock.addDevice.submit']}
        </button>
      </div>
    </NativePage>
  );
}
