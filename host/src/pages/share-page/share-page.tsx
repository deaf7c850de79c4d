import { useMemo } from 'react';
import type { Skin } from '@fridge/shared-contracts';
import { commonCopy, fill } from '@fridge/shared-contracts/copy';
import { Button, DoorLight } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { BrandLogo } from '../../skins/brand-logo.tsx';
import { Phrases } from '../phrases.tsx';
import { FridgeDoor } from './fridge-door.tsx';
import { qrPicture } from './qr-picture.ts';
import styles from './share-page.module.css';

export interface SharePageProps {
  skin: Skin;
  /** `report` when reached from the report: the spec's "parameter 2" (`/share?type=2`, `/yearReportShare`). */
  variant: 'report' | 'activity';
  /** Where the app is downloaded: what the QR code says. */
  downloadPage: string;
  /** The address that the button copies. */
  pageAddress: string;
  inWeChat: boolean;
  /** `failed` offers the address to be selected by hand. */
  copyState: 'idle' | 'copying' | 'failed';
  onCopy: () => void;
}

/** Share and download page (spec section 2, "Share landing page"): the code hangs on the fridge's door, in its light. */
export default function SharePage({ skin, variant, downloadPage, pageAddress, inWeChat, copyState, onCopy }: SharePageProps) {
  const picture = useMemo(() => qrPicture(downloadPage), [downloadPage]);
  return (
    <section className={styles.page}>
      <DoorLight className={styles.light} />
      <BrandLogo skin={skin} className={styles.logo} />
      <FridgeDoor part="upper">
        <div className={styles.paper}>
          <img className={styles.code} src={picture} width="216" height="216" alt={fill(copy['host.share.qr.alt'])} />
          <h1 className={styles.scan}>{fill(copy['host.share.scan'])}</h1>
          {inWeChat && <p className={styles.press}>{copy['host.share.longPress']}</p>}
        </div>
      </FridgeDoor>
      <FridgeDoor part="lower">
        <p className={styles.promise}><Phrases text={copy[variant === 'report' ? 'host.share.sub.report' : 'host.share.sub.other']} before="冰箱专属" /></p>
        <Button wide busy={copyState === 'copying'} onClick={onCopy}>{copy['host.share.copyLink']}</Button>
        {copyState === 'failed' && (
          <div className={styles.manual}>
            <p className={styles.hint}>{commonCopy['common.copyManual']}</p>
            <p className={styles.address}>{pageAddress}</p>
          </div>
        )}
      </FridgeDoor>
    </section>
  );
}
