import { useEffect, useRef, useState } from 'react';
import { commonCopy, type Environment, fill, type HostServices } from '@fridge/shared-contracts';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { Button, ButtonLink } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './share-actions.module.css';

/** A phone without the app ignores its scheme: the download page opens after this time, milliseconds. */
const APP_OPENS_WITHIN_MS = 2_000;

export interface OpenAppProps {
  app: Pick<RuntimeSettings, 'downloadPage' | 'appLink'>;
  /** The activity's link, for the app to open. */
  link: string;
  inWeChat: Environment['inWeChat'];
  leave?: (address: string) => void;
}

const leavePage = (address: string) => window.location.assign(address);

/** Opens the app, or its download page: WeChat opens neither links nor schemes of apps. */
export function OpenApp({ app: { appLink, downloadPage }, link, inWeChat, leave = leavePage }: OpenAppProps) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  if (appLink === null || inWeChat) return <ButtonLink wide href={downloadPage}>{fill(copy['host.share.download'])}</ButtonLink>;

  const orDownload = () => {
    if (/^https?:/.test(appLink)) return; // a universal link has its own page for users without the app
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
  /** The public link of the activity. */
  link: string;
  tone: 'primary' | 'quiet';
  clipboard: HostServices['clipboard'];
  toast: (text: string) => void;
}

/** Copies the activity's link; when copying fails, shows it to be selected. */
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
