import { useEffect, useRef, useState } from 'react';
import { commonCopy, type Environment, fill, type HostServices } from '@fridge/shared-contracts';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { Button, ButtonLink } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './share-actions.module.css';

/** Then the download page opens: a phone without the app ignores its scheme. */
const APP_OPENS_WITHIN_MS = 2_000;

export interface OpenAppProps {
  app: Pick<RuntimeSettings, 'downloadPage' | 'appLink'>;
  link: string;
  inWeChat: Environment['inWeChat'];
  leave?: (address: string) => void;
}

const leavePage = (address: string) => window.location.assign(address);

/** In WeChat, which supports neither app links nor schemes, opens the download page. */
export function OpenApp({ app: { appLink, downloadPage }, link, inWeChat, leave = leavePage }: OpenAppProps) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  if (appLink === null || inWeChat) return <ButtonLink wide href={downloadPage}>{fill(copy['host.share.download'])}</ButtonLink>;

  const orDownload = () => {
    if (/^https?:/.test(appLink)) return; // universal links have their own fallback page
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      if (document.visibilityState === 'visible') leave(downloadPage);
    }, APP_OPENS_WITHIN_MS);
  };
  return (
    <div className={styles.ways}>
      <ButtonLink wide href={appLink.replaceAll('{link}', encodeURIComponent(link))} onClick={orDownload}>{fill(copy['host.share.open'])}</ButtonLink>
      <ButtonLink wide tone="text" className={styles.install} href={downloadPage}>{copy['host.share.install']}</ButtonLink>
    </div>
  );
}

export interface CopyLinkProps {
  link: string;
  tone: 'primary' | 'quiet';
  clipboard: HostServices['clipboard'];
  toast: (text: string) => void;
}

/** If copying fails, shows the link for selection. */
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
