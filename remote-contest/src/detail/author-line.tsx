import type { Work } from '@fridge/shared-contracts/activities/contest';
import { fill } from '@fridge/shared-contracts';
import { useState } from 'react';
import { copy } from '../copy.ts';
import { UserIcon } from '../kitchen/icons.tsx';
import { authorName, shownTime } from '../works/work-text.ts';
import styles from './author-line.module.css';

/** Who made a work, and when. One without a name or a picture has both all the same. */
export function AuthorLine({ work }: { work: Work }) {
  const [broken, setBroken] = useState(false);
  const name = authorName(work);
  return (
    <div className={styles.author}>
      {work.headImgUrl !== '' && !broken ? (
        <img className={styles.face} src={work.headImgUrl} alt={fill(copy['contest.detail.avatar.alt'], { nickName: name })} width="44" height="44" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <span className={styles.face}><UserIcon /></span>
      )}
      <span className={styles.words}>
        <b className={styles.name}>{name}</b>
        {work.addTime !== '' && <span className={styles.time}>{fill(copy['contest.detail.time'], { addTime: shownTime(work.addTime) })}</span>}
      </span>
    </div>
  );
}
