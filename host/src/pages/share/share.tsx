import { type ReactNode, useMemo } from 'react';
import type { Environment, HostServices, RuntimeSettings, Skin } from '@fridge/shared-contracts';
import { fill } from '@fridge/shared-contracts/copy';
import { DoorLight, Phrases } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { BrandLogo } from './brand-logo.tsx';
import { CopyLink } from './copy-link.tsx';
import { DoorMagnets } from './door-magnets.tsx';
import { FridgeDoor } from './fridge-door.tsx';
import { OpenApp } from './open-app.tsx';
import { qrPicture } from './qr-picture.ts';
import styles from './share.module.css';
import { useHandheld } from './use-handheld.ts';

export interface ShareProps {
  skin: Skin;
  /** `report` when reached from the report: the spec's "parameter 2" (`/share?type=2`, `/yearReportShare`). */
  variant: 'report' | 'activity';
  /** The public link of the activity that led here. */
  link: string;
  /** How the app is opened, and where it is downloaded: what the QR code says. */
  app: Pick<RuntimeSettings, 'downloadPage' | 'appLink'>;
  environment: Environment;
  clipboard: HostServices['clipboard'];
  toast: (text: string) => void;
}

/**
 * Share and download page (spec section 2, "Share landing page"): the code hangs on the fridge's door, in its light. On
 * a phone the way into the app comes first, since nobody scans the screen they hold.
 */
export default function Share(props: ShareProps) {
  const { skin, app, link, environment: { inApp, inWeChat, platform } } = props;
  const handheld = useHandheld() && !inApp;
  const openApp = <OpenApp app={app} link={link} inWeChat={inWeChat} />;
  return (
    <section className={styles.page}>
      <DoorLight className={styles.light} />
      <BrandLogo skin={skin} className={styles.logo} />
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

function PromiseText({ variant }: Pick<ShareProps, 'variant'>) {
  return <Phrases text={copy[variant === 'report' ? 'host.share.sub.report' : 'host.share.sub.other']} before="冰箱专属" />;
}

interface CodePaperProps {
  app: Pick<RuntimeSettings, 'downloadPage'>;
  inWeChat: boolean;
  /** What the code is for, in the heading's place or below one. */
  scan: ReactNode;
}

/** The code on a note under its magnet. WeChat alone reads a code that is pressed, and says so above it. */
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
