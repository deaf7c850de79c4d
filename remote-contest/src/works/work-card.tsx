import { fill, type HostServices } from '@fridge/shared-contracts';
import { mayDelete, type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { EditIcon, GiftIcon, joinClasses, PathLink } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { BinIcon } from '../kitchen/icons.tsx';
import { PaperTag, StatusTag } from '../kitchen/paper-tag.tsx';
import kitchen from '../kitchen/kitchen.module.css';
import { Photo } from '../kitchen/photo.tsx';
import { editableNow } from './contest-window.ts';
import { ReviewReason } from './review-reason.tsx';
import styles from './work-card.module.css';
import { shownTime, workName } from './work-text.ts';

export interface WorkCardProps {
  host: HostServices;
  work: Work;
  /** The first in sight: its picture is fetched at once. */
  first: boolean;
  onDelete: () => void;
}

/** One work of the user: its photograph with the review's tag, and what may be done with it (copy deck 5.1, 5.2). */
export function WorkCard({ host, work, first, onDelete }: WorkCardProps) {
  const name = workName(work);
  const cover = work.image[0] ?? '';
  return (
    <article className={styles.card} data-testid="work" data-status={work.status}>
      <PathLink host={host} to="/detail" query={{ cookId: work.id }} track="contest.works.detail" className={styles.open}>
        <Photo src={cover} alt={fill(copy['contest.works.cover.alt'], { cookName: name })} eager={first} className={styles.photo} />
        <span className={styles.tags}>
          <StatusTag status={work.status} />
          {work.drawId2 > 0 && <PaperTag look="prize">{copy['contest.works.prizeTag']}</PaperTag>}
        </span>
        <h2 className={joinClasses(styles.name, work.cookName === '' && styles.words)}>{name}</h2>
      </PathLink>
      {work.addTime !== '' && <p className={styles.time}>{fill(copy['contest.works.time'], { addTime: shownTime(work.addTime) })}</p>}
      {work.status === workStatus.rejected && <ReviewReason mark={work.mark} />}
      <Actions host={host} work={work} name={name} onDelete={onDelete} />
    </article>
  );
}

function Actions({ host, work, name, onDelete }: Omit<WorkCardProps, 'first'> & { name: string }) {
  const won = work.drawId2 > 0 && host.navigation.opens('/prize');
  const deletable = mayDelete(work);
  if (!won && !deletable) return null;
  return (
    <div className={styles.actions}>
      {won && (
        <PathLink host={host} to="/prize" track="contest.works.prize" className={styles.action}>
          <GiftIcon />{copy['contest.works.prizeLink']}
        </PathLink>
      )}
      {editableNow(host, work) && (
        <PathLink host={host} to="/edit" query={{ cookId: work.id }} track="contest.works.edit" className={styles.action}>
          <EditIcon />{copy['contest.works.edit']}<AboutWork name={name} />
        </PathLink>
      )}
      {deletable && (
        <button type="button" className={styles.action} onClick={onDelete}>
          <BinIcon />{copy['contest.works.delete']}<AboutWork name={name} />
        </button>
      )}
    </div>
  );
}

/** Which work a button is about, for those who don't see it stand beside it. */
function AboutWork({ name }: { name: string }) {
  return <span className={kitchen.unseen}>{name}</span>;
}
