import { commonCopy, fill, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import { CONTEST_WINDOW, type Work } from '@fridge/shared-contracts/activities/contest';
import { Button, joinClasses, PathLink, Phrases, Skeleton, unseen, useStore } from '@fridge/shared-ui';
import { useEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { CameraIcon } from '../../theme/icons.tsx';
import { EmptyTable, Failure, Kitchen } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { entryNow } from '../../window.ts';
import { deleteWork } from '../../work/delete-work.ts';
import { BindInvitation } from '../../work/notices.tsx';
import { useWorks, type WorkList } from './use-works.ts';
import { WorkCard } from './work-card.tsx';
import styles from './works-screen.module.css';

/** The user's works (spec section 2, "Works list"; copy deck 5.1). */
export default function WorksScreen({ host }: ScreenProps) {
  const { list, reload, forget } = useWorks(host);
  const { needsFridge } = useStore(host.session);
  useStore(host.windows);
  const heading = useRef<HTMLHeadingElement>(null);
  const { eTime } = host.navigation.query;

  useEffect(() => {
    const resetHeader = host.header.set({ share: true });
    const withdraw = host.sharing.prepare({
      title: copy['host.card.contest.title'],
      description: copy['host.card.contest.desc'],
      path: '/works',
      landing: 'activity',
    });
    return () => {
      withdraw();
      resetHeader();
    };
  }, [host]);

  const remove = async (work: Work) => {
    host.tracking.click('contest.works.delete');
    if (!(await deleteWork(host, work.id))) return;
    forget(work.id);
    heading.current?.focus();
  };

  // Outside the app the user isn't known.
  const outside = list.phase === 'needsLogin' && !host.environment.inApp;
  const isEmpty = outside || (list.phase === 'ready' && list.data.length === 0);
  // Homes without a fridge rarely have works: don't wait for the list.
  const alone = isEmpty || list.phase === 'loading';
  // Whichever came first stays in its place: the invitation above the works, or below them.
  const [isInvited, setIsInvited] = useState(false);
  if (needsFridge && alone && !isInvited) setIsInvited(true);
  return (
    <Kitchen className={styles.screen}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={joinClasses(kitchen.display, styles.heading)}>
          {copy['host.default.contest.title']}
        </h1>
        <PathLink host={host} to="/works/rule" query={{ eTime }} track="contest.works.rule" className={styles.rules}>
          {copy['contest.works.ruleLink']}
        </PathLink>
      </div>
      {host.windows.stateOf(CONTEST_WINDOW) === 'ended' && (
        <p className={joinClasses(kitchen.note, styles.ended)}>
          <Phrases text={copy['contest.entry.ended']} />
        </p>
      )}
      {isInvited && needsFridge && (
        <div className={joinClasses(styles.bind, styles.alone)}>
          <BindInvitation host={host} alone />
        </div>
      )}
      {isEmpty && !needsFridge && <Empty outside={outside} />}
      {!isEmpty && !(needsFridge && alone) && (
        <Content host={host} list={list} reload={reload} remove={(work) => void remove(work)} />
      )}
      {!isInvited && needsFridge && (
        <div className={styles.after}>
          <BindInvitation host={host} alone={false} />
        </div>
      )}
      {!needsFridge && <UploadEntry host={host} inPlace={isEmpty} />}
    </Kitchen>
  );
}

function Content({
  host,
  list,
  reload,
  remove,
}: {
  host: HostServices;
  list: WorkList;
  reload: () => void;
  remove: (work: Work) => void;
}) {
  if (list.phase === 'loading') return <Loading />;
  if (list.phase !== 'ready') {
    const title = commonCopy[list.phase === 'failed' ? 'common.loadFail' : 'host.login.required.toast'];
    return <Failure mood="unplugged" title={title} headingLevel={2} onRetry={reload} />;
  }
  return (
    <>
      <ul className={styles.list}>
        {list.data.map((work, at) => (
          <li key={work.id}>
            <WorkCard host={host} work={work} first={at === 0} onDelete={() => remove(work)} />
          </li>
        ))}
      </ul>
      {list.data.length > 2 && <p className={styles.end}>{commonCopy['common.noMore']}</p>}
    </>
  );
}

/** Outside the contest's window it says why not (spec section 5, "Upload entry"). */
function UploadEntry({ host, inPlace }: { host: HostServices; inPlace: boolean }) {
  const open = () => {
    host.tracking.click('contest.works.upload');
    const entry = entryNow(host);
    if (entry !== 'open') host.feedback.toast(copy[`contest.entry.${entry}.toast`]);
    else if (host.environment.inApp) host.navigation.push('/upload');
    // Outside the app this opens the share page.
    else void host.session.require();
  };
  return (
    <div className={joinClasses(kitchen.bar, styles.entry, inPlace && styles.inPlace)}>
      <Button wide className={kitchen.mainButton} onClick={open}>
        <span className={kitchen.iconLabel}>
          <CameraIcon />
          {copy['contest.works.upload']}
        </span>
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.list}>
      <output className={unseen}>{commonCopy['common.loading']}</output>
      {['first', 'second'].map((place) => (
        <div key={place}>
          <Skeleton className={styles.shapePhoto} />
          <Skeleton lines={2} className={styles.shapeLines} />
        </div>
      ))}
    </div>
  );
}

function Empty({ outside }: { outside: boolean }) {
  const place = outside ? 'outside' : 'empty';
  return (
    <div className={styles.empty}>
      <EmptyTable className={styles.table} />
      <h2 className={styles.emptyTitle}>
        <Phrases text={fill(copy[`contest.works.${place}.title`])} before="里查看" />
      </h2>
      <p className={styles.emptyText}>
        <Phrases text={fill(copy[`contest.works.${place}.desc`])} />
      </p>
    </div>
  );
}
