import { useState } from 'react';
import type { HostServices } from '@fridge/shared-contracts';
import { commonCopy } from '@fridge/shared-contracts/copy';
import { Button } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './copy-link.module.css';

export interface CopyLinkProps {
  /** The public link of the activity that led here. */
  link: string;
  tone: 'primary' | 'quiet';
  clipboard: HostServices['clipboard'];
  toast: (text: string) => void;
}

/** Copies the activity's link; where copying fails it is there to be selected. */
export function CopyLink({ link, tone, clipboard, toast }: CopyLinkProps) {
  const [state, setState] = useState<'idle' | 'copying' | 'failed'>('idle');
  const copyLink = async () => {
    setState('copying');
    const copied = await clipboard.copy(link);
    setState(copied ? 'idle' : 'failed');
    toast(commonCopy[copied ? 'common.copyLink.toast' : 'common.copyLinkFail.toast']);
  };
  return (
    <>
      <Button wide tone={tone} busy={state === 'copying'} onClick={() => void copyLink()}>{copy['host.share.copyLink']}</Button>
      {state === 'failed' && (
        <div className={styles.manual}>
          <p className={styles.hint}>{commonCopy['common.copyManual']}</p>
          <p className={styles.address}>{link}</p>
        </div>
      )}
    </>
  );
}
