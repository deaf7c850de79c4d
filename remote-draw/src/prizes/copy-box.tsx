import { commonCopy, fill } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { WholeText } from '@fridge/shared-ui';
import { useLiveHost } from '@fridge/shared-ui/internal';
import { type ReactNode, useId, useState } from 'react';
import { copy } from '../copy.ts';
import styles from './prizes.module.css';

/** What a user takes along from a prize: codes, or the number of its parcel. */
export function CopyBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.box}>
      <p className={styles.boxTitle}>{title}</p>
      {children}
    </div>
  );
}

interface CopyLineProps {
  /** Of the usage event and the toast. */
  name: 'copy' | 'copyNumber';
  /** The value with its name. */
  text: string;
  /** Nothing is drawn without one. */
  value: string;
  copyLabel: string;
}

/** Selectable by hand if copying fails. */
export function CopyLine({ name, text, value, copyLabel }: CopyLineProps) {
  const host = useLiveHost();
  const [manual, setManual] = useState(false);
  const hintId = useId();
  const copyValue = async () => {
    host.tracking.click(`draw.prize.${name}`);
    const copied = await host.clipboard.copy(value);
    setManual(!copied);
    host.feedback.toast(copied ? copy[`draw.prize.${name}Ok.toast`] : copy['draw.prize.copyFail.toast']);
  };
  if (value === '') return null;
  return (
    <div className={styles.line}>
      <p className={styles.value} data-keep-clear="" aria-describedby={manual ? hintId : undefined}>
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

/** @param isOver they have expired */
export function Codes({ prize, isOver }: { prize: Prize; isOver: boolean }) {
  if (prize.exchangeCode === '' && prize.exchangePwd === '') return null;
  return (
    <CopyBox title={copy['draw.prize.codes']}>
      {!isOver && (
        <p className={styles.where}>
          <WholeText text={fill(copy['draw.prize.codes.where'], { giftName: prize.giftName })} />
        </p>
      )}
      <CopyLine
        name="copy"
        text={fill(copy['draw.prize.code'], prize)}
        value={prize.exchangeCode}
        copyLabel={copy['draw.prize.copyCode.aria']}
      />
      <CopyLine
        name="copy"
        text={fill(copy['draw.prize.pwd'], prize)}
        value={prize.exchangePwd}
        copyLabel={copy['draw.prize.copyPwd.aria']}
      />
    </CopyBox>
  );
}
