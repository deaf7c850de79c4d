import type { Work } from '@fridge/shared-contracts/activities/contest';
import { fill } from '@fridge/shared-contracts';
import { ClockIcon, WholeText } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { BasketIcon, BulbIcon } from '../kitchen/icons.tsx';
import { Photo } from '../kitchen/photo.tsx';
import styles from './recipe-body.module.css';

/** What a work says: its words, and what a recipe has beyond them. */
export function RecipeBody({ work }: { work: Work }) {
  // Steps have no id of their own: their place is what tells them apart.
  const steps = work.steps.map((step, at) => ({ ...step, at }));
  return (
    <>
      {work.CookTime !== '' && (
        <p className={styles.cookTime}><ClockIcon />{fill(copy['contest.detail.cookTime'], { option: copy[`contest.form.cookTime.${work.CookTime}`] })}</p>
      )}
      {work.desc !== '' && <p className={styles.text}><WholeText text={work.desc} /></p>}
      {work.materials !== '' && (
        <section className={styles.materials}>
          <h2 className={styles.heading}><BasketIcon />{copy['contest.detail.materials']}</h2>
          <p className={styles.text}><WholeText text={work.materials} /></p>
        </section>
      )}
      {work.steps.length > 0 && (
        <section>
          <h2 className={styles.heading}>{copy['contest.detail.steps']}</h2>
          <ol className={styles.steps}>
            {steps.map(({ image, stepDesc, at }) => (
              <li key={at} className={styles.step}>
                <h3 className={styles.stepTitle}>{fill(copy['contest.step.item'], { i: at + 1 })}</h3>
                {image !== '' && <Photo src={image} alt={fill(copy['contest.step.image.alt'], { i: at + 1 })} className={styles.stepPhoto} />}
                {stepDesc !== '' && <p className={styles.text}><WholeText text={stepDesc} /></p>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {work.tips !== '' && (
        <section className={styles.tips}>
          <h2 className={styles.heading}><BulbIcon />{copy['contest.detail.tips']}</h2>
          <p className={styles.text}><WholeText text={work.tips} /></p>
        </section>
      )}
    </>
  );
}
