import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { useId, useState } from 'react';
import { copy } from '../copy.ts';
import styles from './secret-line.module.css';

interface SecretLineProps {
  host: HostServices;
  /** The secret with its name. */
  text: string;
  secret: string;
  copyLabel: string;
}

/** Selectable by hand if copying fails. */
export function SecretLine({ host, text, secret, copyLabel }: SecretLineProps) {
  const [manual, setManual] = useState(false);
  const hintId = useId();
  const copySecret = async () => {
    host.tracking.click('draw.prize.copy');
    const copied = await host.clipboard.copy(secret);
    setManual(!copied);
    host.feedback.toast(copy[copied ? 'draw.prize.copyOk.toast' : 'draw.prize.copyFail.toast']);
  };
  return (
    <div className={styles.line}>
      <p className={styles.text} aria-describedby={manual ? hintId : undefined}>{text}</p>
      <button type="button" className={styles.copy} aria-label={copyLabel} onClick={() => void copySecret()}>{copy['draw.prize.copy']}</button>
      {manual && <p id={hintId} className={styles.manual}>{commonCopy['common.copyManual']}</p>}
    </div>
  );
}
