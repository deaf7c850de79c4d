import { type FormEvent, useState } from 'react';
import type { Session } from '../app/app-state.ts';
import { useApp, useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { NativePage, useAction } from './native-page.tsx';
import styles from './native-page.module.css';

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
    <NativePage
      title={copy['mock.login.title']}
      testId="login-page"
      shape="full"
      cancelLabel={copy['mock.login.cancel']}
      onCancel={() => onDone(null)}
    >
      <form className={styles.form} onSubmit={submit}>
        <p className={styles.quiet}>{copy['mock.login.desc']}</p>
        <fieldset className={styles.people}>
          <legend className={styles.legend}>{copy['mock.login.choose']}</legend>
          {list.length === 0 ? <p className={styles.quiet}>{copy['mock.login.empty']}</p> : null}
          {list.map(({ userId, nickName, description }) => (
            <label key={userId} className={`${styles.person} ${chosen === userId ? styles.chosen : ''}`} htmlFor={`login-${userId}`}>
              <input
                type="radio"
                id={`login-${userId}`}
                name="user"
                value={userId}
                checked={chosen === userId}
                onChange={() => setChosen(userId)}
              />
              <span className={styles.name}>{nickName || userId}<code>{userId}</code></span>
              <span className={styles.quiet}>{description}</span>
            </label>
          ))}
        </fieldset>
        {trouble ? <p role="alert" className={styles.trouble}>{trouble}</p> : null}
        <button type="submit" className={styles.primary} disabled={!chosen || pending}>
          {pending ? copy['mock.panel.pending'] : copy['mock.login.submit']}
        </button>
      </form>
    </NativePage>
  );
}
