import { useEffect, useRef, useState } from 'react';
import { commonCopy, type Environment, fill, type HostServices } from '@fridge/shared-contracts';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { Button, ButtonLink } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './share-actions.module.css';

/** A phone without the app does nothing on its scheme; then the download page comes, milliseconds. */
const APP_OPENS_WITHIN_MS = 2_000;

export interface OpenAppProps {
  app: Pick<RuntimeSettings, 'downloadPage' | 'appLink'>;
  /** The activity that the app is to open. */
  link: string;
  inWeChat: Environment['inWeChat'];
  /** Leaves for another page. */
  leave?: (address: string) => void;
}

const leavePage = (address: string) => window.location.assign(address);

/** The way into the app: its link, and the download page for who hasn't got it. WeChat opens neither links nor schemes of apps. */
export function OpenApp({ app: { appLink, downloadPage }, link, inWeChat, leave = leavePage }: OpenAppProps) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  if (appLink === null || inWeChat) return <ButtonLink wide href={downloadPage}>{fill(copy['host.share.download'])}</ButtonLink>;

  const orDownload = () => {
    if (/^https?:/.test(appLink)) return; // the page behind a universal link is there for who hasn't got the app
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
