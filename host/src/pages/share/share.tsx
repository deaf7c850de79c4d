import { type ReactNode, useMemo, useState } from 'react';
import { type HostServices, publicQuery, type Skin, writeQuery } from '@fridge/shared-contracts';
import { commonCopy, fill } from '@fridge/shared-contracts/copy';
import { Button, DoorLight, joinClasses, Phrases } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { BrandLogo } from './brand-logo.tsx';
import door from './fridge-door.module.css';
import { qrPicture } from './qr-picture.ts';
import styles from './share.module.css';

export interface ShareProps {
  skin: Skin;
  /** `report` when reached from the report: the spec's "parameter 2" (`/share?type=2`, `/yearReportShare`). */
  variant: 'report' | 'activity';
  path: string;
  query: Readonly<Record<string, string>>;
  origin: string;
  /** Where the app is downloaded: what the QR code says. */
  downloadPage: string;
  inWeChat: boolean;
  clipboard: HostServices['clipboard'];
  toast: (text: string) => void;
}

/** Share and download page (spec section 2, "Share landing page"): the code hangs on the fridge's door, in its light. */
export default function Share(props: ShareProps) {
  const { skin, variant, downloadPage, inWeChat } = props;
  const picture = useMemo(() => qrPicture(downloadPage), [downloadPage]);
  const promise = copy[variant === 'report' ? 'host.share.sub.report' : 'host.share.sub.other'];
  return (
    <section className={styles.page}>
      <DoorLight className={styles.light} />
      <BrandLogo skin={skin} className={styles.logo} />
      <FridgeDoor part="upper">
        <div className={styles.paper}>
          {picture !== null && <img className={styles.code} src={picture} width="216" height="216" alt={fill(copy['host.share.qr.alt'])} />}
          <h1 className={styles.scan}>{fill(copy['host.share.scan'])}</h1>
          {picture === null && <a className={styles.address} href={downloadPage}>{downloadPage}</a>}
          {inWeChat && <p className={styles.press}>{copy['host.share.longPress']}</p>}
        </div>
      </FridgeDoor>
      <FridgeDoor part="lower">
        <p className={styles.promise}><Phrases text={promise} before="冰箱专属" /></p>
        <CopyLink {...props} />
      </FridgeDoor>
    </section>
  );
}

/** Copies this page's address, with nothing of the user's in it; where copying fails it is there to be selected. */
function CopyLink({ path, query, origin, clipboard, toast }: ShareProps) {
  const [state, setState] = useState<'idle' | 'copying' | 'failed'>('idle');
  const address = `${origin}${path}${writeQuery(publicQuery(query, ['type']))}`;
  const copyAddress = async () => {
    setState('copying');
    const copied = await clipboard.copy(address);
    setState(copied ? 'idle' : 'failed');
    toast(commonCopy[copied ? 'common.copyLink.toast' : 'common.copyLinkFail.toast']);
  };
  return (
    <>
      <Button wide busy={state === 'copying'} onClick={() => void copyAddress()}>{copy['host.share.copyLink']}</Button>
      {state === 'failed' && (
        <div className={styles.manual}>
          <p className={styles.hint}>{commonCopy['common.copyManual']}</p>
          <p className={styles.address}>{address}</p>
        </div>
      )}
    </>
  );
}

interface FridgeDoorProps {
  /** The upper one carries the display; the lower one runs on below the screen. */
  part: 'upper' | 'lower';
  children: ReactNode;
}

/** One of the fridge's two doors from close by, with its part of the long handle and what hangs on it. */
function FridgeDoor({ part, children }: FridgeDoorProps) {
  return (
    <div className={joinClasses(door.door, door[part])}>
      <span aria-hidden="true" className={door.handle} />
      {part === 'upper' && (
        <svg aria-hidden="true" className={door.display} width="86" height="52" viewBox="0 0 86 52" fill="none" strokeLinecap="round" focusable="false">
          <rect width="86" height="52" rx="16" fill="var(--fridge-display)" />
          <path d="M8 16a9 9 0 0 1 9-9h44" stroke="#fff" strokeWidth="1.75" opacity=".2" />
          <path d="M26 23v.01M60 23v.01" stroke="var(--fridge-light)" strokeWidth="8" />
          <path d="M32 33q11 8.5 22 0" stroke="var(--fridge-light)" strokeWidth="3.5" />
        </svg>
      )}
      {children}
    </div>
  );
}
