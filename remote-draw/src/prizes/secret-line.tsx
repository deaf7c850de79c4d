import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { useId, useState } from 'react';
import { copy } from '../copy.ts';
import styles from './secret-line.module.css';

export interface SecretLineProps {
  host: HostServices;
  /** What is read: the secret behind its name. */
  text: string;
  /** What is copied. */
  secret: string;
  copyLabel: string;
}

/** A card number or secret. It can always be selected by hand; where copying fails the line says so. */
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
