import { fill, type HostServices, type ShareParameters, type ShellProps } from '@fridge/shared-contracts';
import { CONTEST_WINDOW, mayDelete, type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { Loaded, PathLink, unseen } from '@fridge/shared-ui';
import { EditIcon, GiftIcon, screenOf, useScreenHost } from '@fridge/shared-ui/internal';
import { useEffect, useEffectEvent, useState } from 'react';
import { copy } from '../../copy.ts';
import { failureLook, Kitchen, PaperTag, StatusTag, WorkShape } from '../../theme/kitchen.tsx';
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
export function Shell({ isBare }: ShellProps) {
  const host = useScreenHost();
  // The address may change while the screen is leaving.
  const [id] = useState(() => host?.navigation.query['cookId'] ?? '');
  const isSample = host === null ? isBare : id === '';
  return (
    <Kitchen>
      <div className={kitchen.column} data-live="">
        {isSample ? (
          <WorkDetail work={sampleWork} />
        ) : host === null ? (
          <WorkShape />
        ) : (
          <StoredWork host={host} id={id} />
        )}
      </div>
    </Kitchen>
  );
}

export default screenOf(Shell, CONTEST_WINDOW);

function StoredWork({ host, id }: { host: HostServices; id: string }) {
  const read = useWork(host, id, { guest: 'read' });
  return (
    <Loaded read={read} skeleton={<WorkShape />} failure={failureLook(1)} className={kitchen.column}>
      {(work) => (work === null ? <MissingWork host={host} /> : <WorkDetail work={work} />)}
    </Loaded>
  );
}

function WorkDetail({ work }: { work: Work }) {
  const host = useScreenHost();
  const own = work.editPermission;
  const won = work.drawId2 > 0;
  return (
    <>
      <article className={styles.work} data-testid="detail">
        <div className={styles.pictures}>
          {work.image.length > 0 && <Gallery pictures={work.image} name={workName(work)} />}
          <div className={kitchen.tags}>
            {work === sampleWork && <PaperTag look="plain">{copy['contest.detail.demoTag']}</PaperTag>}
            {own && <StatusTag status={work.status} />}
            {won && <PaperTag look="prize">{copy['contest.detail.prizeTag']}</PaperTag>}
          </div>
        </div>
        <h1 className={work.cookName === '' ? unseen : kitchen.display}>
          {work.cookName || copy['contest.upload.tab.photo']}
        </h1>
        <AuthorLine work={work} />
        {own && work.status === workStatus.rejected && <ReviewReason mark={work.mark} />}
        {host !== null && own && won && host.navigation.opens('/prize') && (
          <PathLink to="/prize" track="contest.detail.prize" className={kitchen.action}>
            <GiftIcon />
            {copy['contest.works.prizeLink']}
          </PathLink>
        )}
        <WorkBody work={work} />
      </article>
      {host !== null && <WorkActions host={host} work={work} />}
    </>
  );
}

/** What may be done with it: sharing, and editing and deleting by its author. */
function WorkActions({ host, work }: { host: HostServices; work: Work }) {
  const remove = useDeletion(host);
  const removeShown = useEffectEvent(() => {
    host.tracking.click('contest.detail.delete');
    remove(work.id);
  });
  useEffect(() => {
    const card = workShareCard(work);
    const withdraw = card && host.sharing.prepare(card);
    const deletion = { label: copy['contest.detail.headerDelete'], onPress: () => removeShown() };
    const resetHeader = host.header.set({
      share: card !== null,
      ...(work.editPermission && mayDelete(work) && { right: deletion }),
    });
    return () => {
      withdraw?.();
      resetHeader();
    };
  }, [host, work]);

  if (!work.editPermission || !editableNow(host, work)) return null;
  return (
    <div className={kitchen.bar}>
      <PathLink to="/edit" query={{ cookId: work.id }} track="contest.detail.edit" tone="primary">
        <span className={kitchen.iconLabel}>
          <EditIcon />
          {copy['contest.detail.edit']}
        </span>
      </PathLink>
    </div>
  );
}

const sampleCard = new URL('./sample/share-card.jpg', import.meta.url).href;

/** Copy deck 2.11. @returns `null` for a work that others can't open */
function workShareCard(work: Work): ShareParameters | null {
  if (work.status !== workStatus.approved) return null;
  // The sample's own pictures are part of the code.
  const image = work === sampleWork ? sampleCard : work.image.find((address) => /^https?:/.test(address));
  return {
    title: fill(copy['host.card.work.title'], { cookName: workName(work) }),
    description: fill(copy['host.card.work.desc'], { nickName: authorName(work) }),
    path: '/detail',
    ...(work !== sampleWork && { query: { cookId: work.id } }),
    ...(image !== undefined && { image }),
    landing: 'activity',
  };
}
