import { fill } from '@fridge/shared-contracts';
import { useState } from 'react';
import { useApp, useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { FridgeGlyph } from '../phone/fridge-glyph.tsx';
import { NativePage } from './native-page.tsx';
import button from './button.module.css';
import styles from './add-device-page.module.css';

/** Stand-in for the native add-device page: finds a fridge nearby and binds it to the user's home. */
export function AddDevicePage({ onDone }: { onDone(bound: boolean): void }) {
  const app = useApp();
  const nickName = useAppState((state) => state.session?.nickName ?? '');
  const [pending, setPending] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);

  const bind = async () => {
    setPending(true);
    setTrouble(null);
    try {
      await app.bindFridge();
      onDone(true);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      setPending(false);
    }
  };

  return (
    <NativePage title={copy['mock.addDevice.title']} testId="add-device-page" shape="full" cancelLabel={copy['mock.addDevice.cancel']} onCancel={() => onDone(false)}>
      <div className={styles.body}>
        <div className={styles.radar}><FridgeGlyph /></div>
        <p className={styles.found}>{copy['mock.addDevice.found']}</p>
        <p className={styles.quiet}>{fill(copy['mock.addDevice.desc'], { nickName })}</p>
        {trouble ? <p role="alert" className={styles.trouble}>{trouble}</p> : null}
      </div>
      <div className={styles.foot}>
        <button type="button" className={button.primary} disabled={pending} onClick={() => void bind()}>
          {pending ? copy['mock.addDevice.pending'] : copy['mock.addDevice.submit']}
        </button>
      </div>
    </NativePage>
  );
}
