import { commonCopy, fill, type ScreenProps } from '@fridge/shared-contracts';
import { CONTEST_WINDOW } from '@fridge/shared-contracts/activities/contest';
import { joinClasses, Loaded, PathLink, Phrases, Skeleton, useStore } from '@fridge/shared-ui';
import { useEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { failureLook, Kitchen, Notice } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { BindInvitation } from '../../work/notices.tsx';
import { UploadEntry } from '../../work/upload-entry.tsx';
import { useDeletion } from '../../work/use-deletion.ts';
import { useWorks } from './use-works.ts';
import { WorkCard } from './work-card.tsx';
import styles from './works-screen.module.css';

/** The user's works (spec section 2, "Works list"; copy deck 5.1). */
export default function WorksScreen({ host }: ScreenProps) {
  const works = useWorks(host);
  const { phase } = works.result;
  const isEmpty = works.result.phase === 'ready' && works.result.data.length === 0;
  const { needsFridge } = useStore(host.session);
  useStore(host.windows);
  const heading = useRef<HTMLHeadingElement>(null);
  const { eTime } = host.navigation.query;
  const remove = useDeletion(host, (id) => {
    works.change((before) => (before ?? []).filter((work) => work.id !== id));
    heading.current?.focus();
    return true;
  });

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

  // Homes without a fridge rarely have works: don't wait for the list.
  const alone = isEmpty || phase === 'loading';
  // Whichever came first stays in its place: the invitation above the works, or below them.
  const [isInvited, setIsInvited] = useState(false);
  if (needsFridge && alone && !isInvited) setIsInvited(true);
  return (
    <Kitchen>
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
      {!(needsFridge && alone) && (
        <Loaded
          className={kitchen.column}
          read={works}
          skeleton={<Shape />}
          failure={failureLook(2)}
          {...(!host.environment.inApp && { needsLogin: <Empty place="outside" /> })}
        >
          {(list) =>
            list.length === 0 ? (
              <Empty place="empty" />
            ) : (
              <>
                <ul className={styles.list}>
                  {list.map((work, at) => (
                    <li key={work.id}>
                      <WorkCard host={host} work={work} first={at === 0} onDelete={remove} />
                    </li>
                  ))}
                </ul>
                {list.length > 2 && <p className={styles.end}>{commonCopy['common.noMore']}</p>}
              </>
            )
          }
        </Loaded>
      )}
      {!isInvited && needsFridge && (
        <div className={styles.after}>
          <BindInvitation host={host} alone={false} />
        </div>
      )}
      {!needsFridge && <UploadEntry host={host} />}
    </Kitchen>
  );
}

function Shape() {
  return (
    <div className={styles.list}>
      {['first', 'second'].map((place) => (
        <div key={place}>
          <Skeleton className={styles.shapePicture} />
          <Skeleton lines={2} className={styles.shapeLines} />
        </div>
      ))}
    </div>
  );
}

function Empty({ place }: { place: 'empty' | 'outside' }) {
  return (
    <Notice
      headingLevel={2}
      title={fill(copy[`contest.works.${place}.title`])}
      before="里查看"
      text={fill(copy[`contest.works.${place}.desc`])}
    />
  );
}
