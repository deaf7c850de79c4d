import { readProse } from '@fridge/shared-contracts';
import { joinClasses, WholeText } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { Crescent } from '../../theme/crescent.tsx';
import styles from './how-it-works.module.css';

const elements = readProse(copy['campaign.guide.s2.body']);
const bullets = elements.filter((element) => element.kind === 'bullet');
const firstBullet = elements.findIndex((element) => element.kind === 'bullet');
const before = elements.slice(0, firstBullet);
const after = elements.slice(firstBullet + bullets.length);

export function HowItWorks() {
  return (
    <div className={styles.text}>
      {before.map(({ text }) => <p key={text} className={styles.paragraph}><WholeText text={text} /></p>)}
      <ul className={styles.halves}>
        {bullets.map(({ text }) => {
          const isValley = text.startsWith(copy['campaign.guide.s3.valley.kind']);
          return (
            <li key={text} className={joinClasses(styles.half, isValley ? styles.valley : styles.peak)}>
              {isValley ? <Crescent className={styles.sign} /> : <Sun />}
              <span><WholeText text={text} /></span>
            </li>
          );
        })}
      </ul>
      {after.map(({ text }) => <p key={text} className={styles.paragraph}><WholeText text={text} /></p>)}
    </div>
  );
}

function Sun() {
  return (
    <svg aria-hidden="true" focusable="false" className={styles.sign} viewBox="0 0 24 24">
      <circle cx="12" cy="12" r="5.5" fill="currentColor" />
      <path d="M12 1.5v2M12 20.5v2M1.5 12h2M20.5 12h2M4.6 4.6 6 6M18 18l1.4 1.4M4.6 19.4 6 18M18 6l1.4-1.4" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
