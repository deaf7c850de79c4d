import { type FormEvent, useState } from 'react';
import type { Session } from '../app/app-state.ts';
import { useApp, useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { NativePage } from './native-page.tsx';
import button from './button.module.css';
import styles from './login-page.module.css';

/** Stand-in for the native login page: any household of the server's, with no password. */
export function LoginPage({ onDone }: { onDone(session: Session | null): void }) {
  const app = useApp();
  const households = useAppState((state) => state.households);
  const [chosen, setChosen] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const list = households.status === 'ready' ? households.list : [];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || pending) return;
    setPending(true);
    setTrouble(null);
    try {
      onDone(await app.login(chosen));
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      setPending(false);
    }
  };

  return (
    <NativePage title={copy['mock.login.title']} testId="login-page" shape="full" cancelLabel={copy['mock.login.cancel']} onCancel={() => onDone(null)}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.quiet}>{copy['mock.login.desc']}</p>
        <fieldset className={styles.people}>
          <legend className={styles.legend}>{copy['mock.login.choose']}</legend>
          {list.length === 0 ? <p className={styles.quiet}>{copy['mock.login.empty']}</p> : null}
          {list.map((household) => (
            <label key={household.userId} className={`${styles.person} ${chosen === household.userId ? styles.chosen : ''}`} htmlFor={`login-${household.userId}`}>
              <input type="radio" id={`login-${household.userId}`} name="user" value={household.userId} checked={chosen === household.userId} onChange={() => setChosen(household.userId)} />
              <span className={styles.name}>{household.nickName || household.userId}<code>{household.userId}</code></span>
              <span className={styles.quiet}>{household.description}</span>
            </label>
          ))}
        </fieldset>
        {trouble ? <p role="alert" className={styles.trouble}>{trouble}</p> : null}
        <button type="submit" className={button.primary} disabled={!chosen || pending}>
          {pending ? copy['mock.panel.pending'] : copy['mock.login.submit']}
        </button>
      </form>
    </NativePage>
  );
}
