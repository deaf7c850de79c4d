import { fill, type HostServices, type ScreenProps, type ShareParameters } from '@fridge/shared-contracts';
import { mayDelete, type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { joinClasses, Loaded, PathLink, Skeleton, unseen, useStore } from '@fridge/shared-ui';
import { EditIcon, GiftIcon } from '@fridge/shared-ui/internal';
import { useEffect, useEffectEvent, useState } from 'react';
import { copy } from '../../copy.ts';
import { failureLook, Kitchen, PaperTag, StatusTag } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { editableNow } from '../../window.ts';
import { MissingWork, ReviewReason } from '../../work/notices.tsx';
import { useDeletion } from '../../work/use-deletion.ts';
import { useWork } from '../../work/use-work.ts';
import { authorName, workName } from '../../work/work-text.ts';
import styles from './detail-screen.module.css';
import { Gallery } from './gallery.tsx';
import { sampleWork } from './sample/sample-work.ts';
import { AuthorLine, WorkBody } from './work-body.tsx';

/** Spec section 2, "Detail"; copy deck 5.8. Without an id the sample. */
export default function DetailScreen({ host }: ScreenProps) {
  // The address may change while the screen is leaving.
  const [id] = useState(() => host.navigation.query['cookId'] ?? '');
  return (
    <Kitchen className={styles.screen}>
      {id === '' ? <WorkDetail host={host} work={sampleWork} /> : <StoredWork host={host} id={id} />}
    </Kitchen>
  );
}

function StoredWork({ host, id }: { host: HostServices; id: string }) {
  const read = useWork(host, id, { guest: 'read' });
  return (
    <Loaded read={read} skeleton={<Shape />} failure={failureLook(1)} className={kitchen.column}>
      {(work) => (work === null ? <MissingWork host={host} /> : <WorkDetail host={host} work={work} />)}
    </Loaded>
  );
}

function WorkDetail({ host, work }: { host: HostServices; work: Work }) {
  useStore(host.windows);
  const remove = useDeletion(host);
  const sample = work === sampleWork;
  const own = work.editPermission;
  const deletable = own && mayDelete(work);
  const won = work.drawId2 > 0;
  const hasTitle = work.cookName !== '';
  const hasPictures = work.image.length > 0;
  const name = workName(work);

  const removeShown = useEffectEvent(() => {
    host.tracking.click('contest.detail.delete');
    remove(work.id);
  });
  useEffect(() => {
    const card = workShareCard(work);
    const withdraw = card && host.sharing.prepare(card);
    const resetHeader = host.header.set({
      share: card !== null,
      ...(deletable && { right: { label: copy['contest.detail.headerDelete'], onPress: () => removeShown() } }),
    });
    return () => {
      withdraw?.();
      resetHeader();
    };
  }, [host, work, deletable]);

  return (
    <>
      <article className={styles.work} data-testid="detail">
        <div className={styles.pictures}>
          {hasPictures && <Gallery pictures={work.image} name={name} />}
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
        <div className={kitchen.bar}>
          <PathLink
            host={host}
            to="/edit"
            query={{ cookId: work.id }}
            track="contest.detail.edit"
            tone="primary"
            className={kitchen.mainButton}
          >
            <span className={kitchen.iconLabel}>
              <EditIcon />
              {copy['contest.detail.edit']}
            </span>
          </PathLink>
        </div>
      )}
    </>
  );
}

function Shape() {
  return (
    <div className={styles.work}>
      <Skeleton className={styles.shapePicture} />
      <Skeleton className={styles.shapeTitle} />
      <Skeleton lines={4} />
    </div>
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
    ...(work !== sampleWork && { query: { cookId: work.id } }),
    ...(image !== undefined && { image }),
    landing: 'activity',
  };
}
