import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { type ReactNode, useId, useState } from 'react';
import { copy } from '../copy.ts';
import styles from './copy-box.module.css';

/** What a user takes along from a prize: codes, or the number of its parcel. */
export function CopyBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.box}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}

interface CopyLineProps {
  host: HostServices;
  /** The value with its name. */
  text: string;
  value: string;
  copyLabel: string;
  copiedToast: string;
  /** For the usage event. */
  onClick: () => void;
}

/** Selectable by hand if copying fails. */
export function CopyLine({ host, text, value, copyLabel, copiedToast, onClick }: CopyLineProps) {
  const [manual, setManual] = useState(false);
  const hintId = useId();
  const copyValue = async () => {
    onClick();
    const copied = await host.clipboard.copy(value);
    setManual(!copied);
    host.feedback.toast(copied ? copiedToast : copy['draw.prize.copyFail.toast']);
  };
  return (
    <div className={styles.line}>
      <p className={styles.text} data-keep-clear="" aria-describedby={manual ? hintId : undefined}>
        {text}
      </p>
      <button type="button" className={styles.copy} aria-label={copyLabel} onClick={() => void copyValue()}>
        {copy['draw.prize.copy']}
      </button>
      {manual && (
        <p id={hintId} className={styles.manual}>
          {commonCopy['common.copyManual']}
        </p>
      )}
    </div>
  );
}
