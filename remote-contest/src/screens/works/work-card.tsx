import { fill, type HostServices } from '@fridge/shared-contracts';
import { mayDelete, type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { joinClasses, PathLink, unseen } from '@fridge/shared-ui';
import { EditIcon, GiftIcon } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import { BinIcon } from '../../theme/icons.tsx';
import { PaperTag, StatusTag } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { WorkPicture } from '../../theme/work-picture.tsx';
import { editableNow } from '../../window.ts';
import { ReviewReason } from '../../work/notices.tsx';
import { shownTime, workName } from '../../work/work-text.ts';
import styles from './work-card.module.css';

interface WorkCardProps {
  host: HostServices;
  work: Work;
  first: boolean;
  onDelete: (id: string) => void;
}

/** One of the user's works (copy deck 5.1, 5.2). */
export function WorkCard({ host, work, first, onDelete }: WorkCardProps) {
  const {
    id,
    status,
    cookName,
    addTime,
    drawId2,
    image: [cover = ''],
  } = work;
  const name = workName(work);
  const query = { cookId: id };
  const remove = () => {
    host.tracking.click('contest.works.delete');
    onDelete(id);
  };
  const about = <span className={unseen}>{name}</span>;
  return (
    <article data-testid="work">
      <PathLink to="/detail" query={query} track="contest.works.detail" className={styles.open}>
        <WorkPicture
          src={cover}
          alt={fill(copy['contest.works.cover.alt'], { cookName: name })}
          eager={first}
          className={styles.picture}
        />
        <span className={kitchen.tags}>
          <StatusTag status={status} />
          {drawId2 > 0 && <PaperTag look="prize">{copy['contest.works.prizeTag']}</PaperTag>}
        </span>
        <h2 className={joinClasses(styles.name, cookName === '' && styles.words)}>{name}</h2>
      </PathLink>
      {addTime !== '' && (
        <p className={kitchen.time}>{fill(copy['contest.works.time'], { addTime: shownTime(addTime) })}</p>
      )}
      {status === workStatus.rejected && <ReviewReason mark={work.mark} />}
      <div className={styles.actions}>
        {drawId2 > 0 && host.navigation.opens('/prize') && (
          <PathLink to="/prize" track="contest.works.prize" className={kitchen.action}>
            <GiftIcon />
            {copy['contest.works.prizeLink']}
          </PathLink>
        )}
        {editableNow(host, work) && (
          <PathLink to="/edit" query={query} track="contest.works.edit" className={kitchen.action}>
            <EditIcon />
            {copy['contest.works.edit']}
            {about}
          </PathLink>
        )}
        {mayDelete(work) && (
          <button type="button" className={kitchen.action} onClick={remove}>
            <BinIcon />
            {copy['contest.works.delete']}
            {about}
          </button>
        )}
      </div>
    </article>
  );
}
