import { fill } from '@fridge/shared-contracts';
import { useApp, useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import fridge from '../phone/fridge.svg';
import { NativePage, useAction } from './native-page.tsx';
import styles from './native-page.module.css';

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
    <NativePage
      title={copy['mock.addDevice.title']}
      testId="add-device-page"
      shape="full"
      cancelLabel={copy['mock.addDevice.cancel']}
      onCancel={() => onDone(false)}
    >
      <div className={styles.body}>
        <div className={styles.radar}><img src={fridge} width="40" height="56" alt="" /></div>
        <p className={styles.found}>{copy['mock.addDevice.found']}</p>
        <p className={styles.about}>{fill(copy['mock.addDevice.desc'], { nickName })}</p>
        {trouble ? <p role="alert" className={styles.trouble}>{trouble}</p> : null}
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.primary} disabled={pending} onClick={() => void bind()}>
          {pending ? copy['mock.addDevice.pending'] : copy['mock.addDevice.submit']}
        </button>
      </div>
    </NativePage>
  );
}
