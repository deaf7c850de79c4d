import { commonCopy, fill, type HostServices, type ScreenProps, type ShareParameters } from '@fridge/shared-contracts';
import { mayDelete, type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { Button, joinClasses, PathLink, Skeleton, unseen, useStore } from '@fridge/shared-ui';
import { EditIcon, GiftIcon } from '@fridge/shared-ui/internal';
import { useEffect, useState } from 'react';
import { copy } from '../../copy.ts';
import { Kitchen, PaperTag, StatusTag } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { editableNow } from '../../window.ts';
import { deleteWork } from '../../work/delete-work.ts';
import { FailedWork, ReviewReason } from '../../work/notices.tsx';
import { useWork } from '../../work/use-work.ts';
import { authorName, workName } from '../../work/work-text.ts';
import styles from './detail-screen.module.css';
import { Gallery } from './gallery.tsx';
import { AuthorLine, WorkBody } from './work-body.tsx';

/** Spec section 2, "Detail"; copy deck 5.8. */
export default function DetailScreen({ host }: ScreenProps) {
  // The address may change while the screen is leaving.
  const [id] = useState(() => host.navigation.query['cookId'] ?? '');
  const { read, reload } = useWork(host, id);
  if (read.status === 'loading') return <Loading />;
  if (read.status === 'failed') return <FailedWork reload={reload} />;
  return <WorkDetail host={host} work={read.work} sample={read.sample} />;
}

function WorkDetail({ host, work, sample }: { host: HostServices; work: Work; sample: boolean }) {
  useStore(host.windows);
  const own = work.editPermission && !sample;
  const deletable = own && mayDelete(work);
  const won = work.drawId2 > 0;
  const hasTitle = work.cookName !== '';
  const hasPictures = work.image.length > 0;
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

  const edit = () => {
    host.tracking.click('contest.detail.edit');
    host.navigation.push('/edit', { cookId: work.id });
  };
  return (
    <Kitchen className={styles.screen}>
      <article className={styles.work} data-testid="detail">
        <div className={styles.pictures}>
          {hasPictures && <Gallery images={work.image} name={name} />}
          <div className={joinClasses(kitchen.tags, styles.tags, !hasPictures && styles.tagsAlone)}>
            {sample && <PaperTag look="plain">{copy['contest.detail.demoTag']}</PaperTag>}
            {own && <StatusTag status={work.status} />}
            {won && <PaperTag look="prize">{copy['contest.detail.prizeTag']}</PaperTag>}
          </div>
        </div>
        <h1 className={hasTitle ? joinClasses(kitchen.display, styles.title) : unseen}>
          {hasTitle ? name : copy['contest.upload.tab.photo']}
        </h1>
        <AuthorLine work={work} />
        {own && work.status === workStatus.rejected && <ReviewReason mark={work.mark} />}
        {own && won && host.navigation.opens('/prize') && (
          <PathLink host={host} to="/prize" track="contest.detail.prize" className={styles.prize}>
            <GiftIcon />
            {copy['contest.works.prizeLink']}
          </PathLink>
        )}
        <WorkBody work={work} />
      </article>
      {own && editableNow(host, work) && (
        <div className={joinClasses(kitchen.bar, styles.bar)}>
          <Button wide className={kitchen.mainButton} onClick={edit}>
            <span className={kitchen.iconLabel}>
              <EditIcon />
              {copy['contest.detail.edit']}
            </span>
          </Button>
        </div>
      )}
    </Kitchen>
  );
}

function Loading() {
  return (
    <Kitchen className={styles.screen}>
      <output className={unseen}>{commonCopy['common.loading']}</output>
      <div className={styles.work}>
        <Skeleton className={styles.shapePhoto} />
        <Skeleton className={styles.shapeTitle} />
        <Skeleton lines={4} />
      </div>
    </Kitchen>
  );
}

/** Copy deck 2.11. @returns `null` for a work that others can't open */
function workShareCard(work: Work): ShareParameters | null {
  if (work.status !== workStatus.approved) return null;
  const image = work.image.find((address) => /^https?:/.test(address));
  return {
    title: fill(copy['host.card.work.title'], { cookName: workName(work) }),
    description: fill(copy['host.card.work.desc'], { nickName: authorName(work) }),
    path: '/detail',
    // The sample has no id.
    ...(work.id !== '' && { query: { cookId: work.id } }),
    ...(image !== undefined && { image }),
    landing: 'activity',
  };
}
