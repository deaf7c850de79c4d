import { brandCopy, fill, type Skin } from '@fridge/shared-contracts';
import { Button, PathLink, Phrases, useSlowAppLabel } from '@fridge/shared-ui';
import { BrandMark, Fridge, useScreenHost } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import { InlineSvg, namedImage } from '../../theme/inline-svg.tsx';
import ornaments from '../../theme/plate-ornaments.svg?raw';
import plate from '../../theme/plate.svg?raw';
import night from '../../theme/night.module.css';
import styles from './report-screen.module.css';

const YEAR_DIGITS = 4;
/** Of the button, whatever it is tracked as. */
const action = { 'data-action': 'report.landing.enter' };

/**
 * State 1 (spec section 4; copy deck 6.1). Outside the app, without a report token, the button opens the QR code view.
 */
export function Landing({
  skin,
  mayEnter,
  busy = false,
  onEnter,
}: {
  skin: Skin;
  mayEnter: boolean;
  busy?: boolean;
  onEnter?: () => void;
}) {
  const host = useScreenHost();
  const slowAppLabel = useSlowAppLabel(busy);
  const brandName = brandCopy[`brand.${skin}.name`];
  const press = () => {
    if (busy || host === null) return;
    host.tracking.click(mayEnter ? 'report.landing.enter' : 'report.landing.startMemories');
    if (mayEnter) onEnter?.();
    else host.sharing.openLanding('report');
  };
  // Brand 1 has a brass plate (spec section 4, "Share-mode choice").
  const plateText = slowAppLabel ?? copy['report.landing.brand1.alt'];
  const type = slowAppLabel ? { fontSize: 18, letterSpacing: 1 } : { fontSize: 20, letterSpacing: 4 };
  const heading = copy['report.landing.heading'];
  return (
    <section className={styles.page}>
      <div className={`${styles.brand} ${styles.enter}`}>
        <BrandMark skin={skin} label={fill(copy['report.landing.logo.alt'], { brandName })} />
        <b aria-hidden="true">{brandName}</b>
        <span className={styles.tagline}>{brandCopy[`brand.${skin}.tagline`]}</span>
      </div>
      <h1 className={`${styles.heading} ${styles.enter}`}>
        <span className={styles.year}>{heading.slice(0, YEAR_DIGITS)}</span>
        <Phrases className={styles.name} text={heading.slice(YEAR_DIGITS)} />
      </h1>
      <p className={`${styles.sub} ${styles.enter}`}>{copy['report.landing.sub']}</p>
      <div className={styles.scene}>
        <Fridge id="yearReport-fridge" mood="ajar" className={`${night.fridge} ${styles.fridge}`} />
      </div>
      <div className={styles.actions}>
        <div data-live="">
          {skin === 1 ? (
            <button type="button" className={styles.image} aria-busy={busy || undefined} onClick={press} {...action}>
              <svg {...namedImage(plateText)} viewBox="0 0 340 60">
                <InlineSvg svg={plate} />
                <text x="170" y="37" textAnchor="middle" fontWeight="700" fill="#2b1b04" aria-hidden="true" {...type}>
                  {plateText}
                </text>
                {!slowAppLabel && <InlineSvg svg={ornaments} />}
              </svg>
            </button>
          ) : (
            <Button wide busy={busy} busyLabel={slowAppLabel} onClick={press} {...action}>
              {copy[mayEnter ? 'report.landing.enter' : 'report.landing.startMemories']}
            </Button>
          )}
        </div>
        <p className={styles.small}>
          {copy['report.landing.cutoff']}
          <PathLink to="/yearReport/rule" track="report.landing.rule" className={styles.rules}>
            {copy['campaign.rule.docTitle']}
          </PathLink>
        </p>
      </div>
    </section>
  );
}
