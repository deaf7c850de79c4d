import { commonCopy, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import { mayDelete, type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { Button, EditIcon, GiftIcon, joinClasses, PathLink, Skeleton, useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { copy } from '../../copy.ts';
import { AuthorLine } from '../../detail/author-line.tsx';
import { FailedWork } from '../../detail/failed-work.tsx';
import { RecipeBody } from '../../detail/recipe-body.tsx';
import { workShareCard } from '../../detail/share-card.ts';
import { useWork } from '../../detail/use-work.ts';
import { Gallery } from '../../gallery/gallery.tsx';
import { Kitchen } from '../../kitchen/kitchen.tsx';
import kitchen from '../../kitchen/kitchen.module.css';
import { PaperTag, StatusTag } from '../../kitchen/paper-tag.tsx';
import { editableNow } from '../../works/contest-window.ts';
import { deleteWork } from '../../works/delete-work.ts';
import { ReviewReason } from '../../works/review-reason.tsx';
import { workName } from '../../works/work-text.ts';
import styles from './detail-screen.module.css';

/** One work (spec section 2, "Detail"; copy deck 5.8). */
export default function DetailScreen({ host }: ScreenProps) {
  // The work of the visit: the address may change while the screen is leaving.
  const [id] = useState(() => host.navigation.query['cookId'] ?? '');
  const { read, reload } = useWork(host, id);
  if (read.status === 'loading') return <Loading />;
  if (read.status === 'failed') return <FailedWork reload={reload} />;
  return <Shown host={host} work={read.work} sample={read.sample} />;
}

function Shown({ host, work, sample }: { host: HostServices; work: Work; sample: boolean }) {
  useStore(host.windows);
  const own = work.editPermission && !sample;
  const deletable = own && mayDelete(work);
  const name = workName(work);

  useEffect(() => {
    const card = workShareCard(work);
    const withdraw = card && host.sharing.prepare(card);
    const remove = async () => {
      host.tracking.click('contest.detail.delete');
      if (await deleteWork(host, work.id)) host.navigation.replace('/works');
    };
    const resetHeader = host.header.set({
      share: card !== null,
      ...(deletable && { right: { label: copy['contest.detail.headerDelete'], onPress: () => void remove() } }),
    });
    return () => {
      withdraw?.();
      resetHeader();
    };
  }, [host, work, deletable]);

  return (
    <Kitchen className={styles.screen}>
      <article className={styles.work} data-testid="detail">
        <div className={styles.pictures}>
          {work.image.length > 0 && <Gallery images={work.image} name={name} />}
          <div className={joinClasses(styles.tags, work.image.length === 0 && styles.tagsAlone)}>
            {sample && <PaperTag look="plain">{copy['contest.detail.demoTag']}</PaperTag>}
            {own && <StatusTag status={work.status} />}
            {work.drawId2 > 0 && <PaperTag look="prize">{copy['contest.detail.prizeTag']}</PaperTag>}
          </div>
        </div>
        {work.cookName !== '' && <h1 className={joinClasses(kitchen.display, styles.title)}>{name}</h1>}
        {work.cookName === '' && <h1 className={kitchen.unseen}>{copy['contest.upload.tab.photo']}</h1>}
        <AuthorLine work={work} />
        {own && work.status === workStatus.rejected && <ReviewReason mark={work.mark} />}
        {own && work.drawId2 > 0 && host.navigation.opens('/prize') && (
          <PathLink host={host} to="/prize" track="contest.detail.prize" className={styles.prize}><GiftIcon />{copy['contest.works.prizeLink']}</PathLink>
        )}
        <RecipeBody work={work} />
      </article>
      {own && editableNow(host, work) && (
        <div className={styles.bar}>
          <Button
            wide
            className={styles.edit}
            onClick={() => {
              host.tracking.click('contest.detail.edit');
              host.navigation.push('/edit', { cookId: work.id });
            }}
          >
            <span className={styles.editLabel}><EditIcon />{copy['contest.detail.edit']}</span>
          </Button>
        </div>
      )}
    </Kitchen>
  );
}

function Loading() {
  return (
    <Kitchen className={styles.screen}>
      <output className={kitchen.unseen}>{commonCopy['common.loading']}</output>
      <div className={styles.work}>
        <Skeleton className={styles.shapePhoto} />
        <Skeleton className={styles.shapeTitle} />
        <Skeleton lines={4} />
      </div>
    </Kitchen>
  );
}
