import { brandCopy, commonCopy, fill, type HostServices, type Skin } from '@fridge/shared-contracts';
import { BrandMark, Button, Fridge, PathLink, Phrases, useAppIsSlow } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { ImageButton } from './image-button.tsx';
import styles from './report-screen.module.css';

export interface LandingProps {
  host: HostServices;
  skin: Skin;
  /** The host is being asked whether this user may enter. */
  busy: boolean;
  onEnter: () => void;
}

/**
 * State 1 (spec section 4; copy deck 6.1). In the app, or with a report token, the button enters; elsewhere it leads to
 * the QR code view. Brand 1 has an image button in either place.
 */
export function Landing({ host, skin, busy, onEnter }: LandingProps) {
  const mayEnter = host.environment.inApp || host.context.reportAccess;
  const waiting = useAppIsSlow(busy) ? fill(commonCopy['common.waitingApp']) : undefined;
  const brandName = brandCopy[`brand.${skin}.name`];
  const press = () => {
    if (busy) return;
    if (mayEnter) {
      host.tracking.click('report.landing.enter');
      onEnter();
    } else {
      host.tracking.click('report.landing.startMemories');
      host.sharing.openLanding('report');
    }
  };
  return (
    <section className={styles.page}>
      <div className={`${styles.brand} ${styles.enter}`}>
        <BrandMark skin={skin} label={fill(copy['report.landing.logo.alt'], { brandName })} />
        <span className={styles.brandName} aria-hidden="true">{brandName}</span>
        <span className={styles.tagline}>{brandCopy[`brand.${skin}.tagline`]}</span>
      </div>
      <h1 className={`${styles.heading} ${styles.enter}`}>
        <Heading text={copy['report.landing.heading']} />
      </h1>
      <p className={`${styles.sub} ${styles.enter}`}>{copy['report.landing.sub']}</p>
      <div className={styles.scene}><Fridge mood="ajar" className={styles.fridge} /></div>
      <div className={styles.actions}>
        {skin === 1 ? (
          <ImageButton label={copy['report.landing.brand1.alt']} busy={busy} busyLabel={waiting} onPress={press} />
        ) : (
          <Button wide busy={busy} busyLabel={waiting} onClick={press}>{copy[mayEnter ? 'report.landing.enter' : 'report.landing.startMemories']}</Button>
        )}
        <p className={styles.small}>
          {copy['report.landing.cutoff']}
          <PathLink host={host} to="/yearReport/rule" track="report.landing.rule" className={styles.rules}>{copy['campaign.rule.docTitle']}</PathLink>
        </p>
      </div>
    </section>
  );
}

/** The year stands large above its name. */
function Heading({ text }: { text: string }) {
  const [, year = '', name = ''] = /^(\d{4})?(.*)$/.exec(text) ?? [];
  return <><span className={styles.year}>{year}</span><Phrases className={styles.name} text={name} /></>;
}
