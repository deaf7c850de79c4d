import type { Work } from '@fridge/shared-contracts/activities/contest';
import { fill } from '@fridge/shared-contracts';
import { joinClasses, Picture, WholeText } from '@fridge/shared-ui';
import { ClockIcon } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import { BasketIcon, BulbIcon, UserIcon } from '../../theme/icons.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { WorkPicture } from '../../theme/work-picture.tsx';
import { authorName, shownTime } from '../../work/work-text.ts';
import styles from './work-body.module.css';

export function AuthorLine({ work }: { work: Work }) {
  const name = authorName(work);
  return (
    <div className={styles.author}>
      <Picture
        className={styles.face}
        src={work.headImgUrl}
        alt={fill(copy['contest.detail.avatar.alt'], { nickName: name })}
        fallback={
          <span className={styles.face}>
            <UserIcon />
          </span>
        }
      />
      <span className={styles.authorWords}>
        <b className={styles.name}>{name}</b>
        {work.addTime !== '' && (
          <span className={kitchen.time}>
            {fill(copy['contest.detail.time'], { addTime: shownTime(work.addTime) })}
          </span>
        )}
      </span>
    </div>
  );
}

export function WorkBody({ work }: { work: Work }) {
  return (
    <>
      {work.CookTime !== '' && (
        <p className={joinClasses(kitchen.iconLabel, styles.cookTime)}>
          <ClockIcon />
          {fill(copy['contest.detail.cookTime'], { option: copy[`contest.form.cookTime.${work.CookTime}`] })}
        </p>
      )}
      {work.desc !== '' && <Text text={work.desc} />}
      {work.materials !== '' && (
        <section className={styles.materials}>
          <h2 className={styles.heading}>
            <BasketIcon />
            {copy['contest.detail.materials']}
          </h2>
          <Text text={work.materials} />
        </section>
      )}
      {work.steps.length > 0 && (
        <section>
          <h2 className={styles.heading}>{copy['contest.detail.steps']}</h2>
          <ol className={styles.steps}>
            {work.steps.map(({ image, stepDesc }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a step has no id, and stays in its place
              <li key={at} className={styles.step}>
                <h3 className={styles.stepTitle}>{fill(copy['contest.step.item'], { i: at + 1 })}</h3>
                {image !== '' && (
                  <WorkPicture
                    src={image}
                    alt={fill(copy['contest.step.image.alt'], { i: at + 1 })}
                    className={styles.stepPicture}
                  />
                )}
                {stepDesc !== '' && <Text text={stepDesc} />}
              </li>
            ))}
          </ol>
        </section>
      )}
      {work.tips !== '' && (
        <section className={joinClasses(kitchen.pin, styles.tips)}>
          <h2 className={styles.heading}>
            <BulbIcon />
            {copy['contest.detail.tips']}
          </h2>
          <Text text={work.tips} />
        </section>
      )}
    </>
  );
}

function Text({ text }: { text: string }) {
  return (
    <p className={styles.text}>
      <WholeText text={text} />
    </p>
  );
}
