import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { brandCopy, type Environment, fill, type HostServices, type Skin } from '@fridge/shared-contracts';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { BrandMark, DoorLight, joinClasses, Phrases } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { activityLink, type LinkOccasion } from '../page-before.ts';
import { DoorMagnets, FridgeDoor } from './fridge-door.tsx';
import { qrPicture } from './qr-picture.ts';
import { CopyLink, OpenApp } from './share-actions.tsx';
import styles from './share.module.css';

export interface ShareProps {
  skin: Skin;
  /** `report`: the spec's "parameter 2" (`/share?type=2`, `/yearReportShare`). */
  variant: 'report' | 'activity';
  link: string;
  app: Pick<RuntimeSettings, 'downloadPage' | 'appLink'>;
  environment: Environment;
  clipboard: HostServices['clipboard'];
  toast: (text: string) => void;
}

export default function SharePage({ occasion, ...page }: Omit<ShareProps, 'link' | 'variant'> & { occasion: LinkOccasion }) {
  return <Share {...page} variant={occasion.variant} link={activityLink(occasion)} />;
}

/** Spec section 2, "Share landing page". A phone can't scan its own screen: the app link precedes the QR code. */
export function Share(props: ShareProps) {
  const { skin, app, link, environment: { inApp, inWeChat, platform } } = props;
  const handheld = useHandheld() && !inApp;
  const openApp = <OpenApp app={app} link={link} inWeChat={inWeChat} />;
  return (
    <section className={styles.page}>
      <DoorLight className={styles.light} />
      <BrandLogo skin={skin} />
      {handheld ? (
        <>
          <FridgeDoor part="upper">
            <h1 className={styles.invitation}><PromiseText {...props} /></h1>
            {openApp}
          </FridgeDoor>
          <FridgeDoor part="lower">
            <CodePaper app={app} inWeChat={inWeChat} scan={<p className={styles.scan}>{fill(copy['host.share.scan'])}</p>} />
            <CopyLink {...props} tone="quiet" />
          </FridgeDoor>
        </>
      ) : (
        <>
          <FridgeDoor part="upper">
            <CodePaper app={app} inWeChat={inWeChat} scan={<h1 className={styles.scan}>{fill(copy['host.share.scan'])}</h1>} />
          </FridgeDoor>
          <FridgeDoor part="lower">
            <p className={styles.promise}><PromiseText {...props} /></p>
            {platform !== 'other' && !inApp && openApp}
            <CopyLink {...props} tone={platform === 'other' || inApp ? 'primary' : 'quiet'} />
            <DoorMagnets />
          </FridgeDoor>
        </>
      )}
    </section>
  );
}

/** Copy deck 2.12. */
function BrandLogo({ skin }: Pick<ShareProps, 'skin'>) {
  const brandName = brandCopy[`brand.${skin}.name`];
  return (
    <span className={joinClasses(styles.logo, styles[`skin${skin}`])}>
      <BrandMark skin={skin} label={fill(copy['host.share.logo.alt'], { brandName })} />
      <span aria-hidden="true">{brandName}</span>
    </span>
  );
}

function PromiseText({ variant }: Pick<ShareProps, 'variant'>) {
  return <Phrases text={copy[variant === 'report' ? 'host.share.sub.report' : 'host.share.sub.other']} before="冰箱专属" />;
}

interface CodePaperProps {
  app: Pick<RuntimeSettings, 'downloadPage'>;
  inWeChat: boolean;
  scan: ReactNode;
}

function CodePaper({ app: { downloadPage }, inWeChat, scan }: CodePaperProps) {
  const picture = useMemo(() => qrPicture(downloadPage), [downloadPage]);
  return (
    <div className={styles.paper}>
      {inWeChat && <p className={styles.press}>{copy['host.share.longPress']}</p>}
      {picture !== null && <img className={styles.code} src={picture} width="216" height="216" alt={fill(copy['host.share.qr.alt'])} />}
      {scan}
      {picture === null && <a className={styles.address} href={downloadPage}>{downloadPage}</a>}
    </div>
  );
}

/** Phones, in either orientation. */
const HANDHELD = '(max-width: 640px), (max-height: 480px)';

function useHandheld(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia(HANDHELD).matches);
}

function watch(onChange: () => void): () => void {
  const list = window.matchMedia(HANDHELD);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}
