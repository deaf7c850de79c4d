import { commonCopy, fill, type HostServices, type ShareParameters, type ShellProps } from '@fridge/shared-contracts';
import { CONTEST_WINDOW, contestCalls } from '@fridge/shared-contracts/activities/contest';
import {
  joinClasses,
  KeepFocus,
  type LoadContext,
  Loaded,
  PathLink,
  Phrases,
  useServerData,
  useStore,
} from '@fridge/shared-ui';
import { screenOf, useScreenHost } from '@fridge/shared-ui/internal';
import { useCallback, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { failureLook, Kitchen, Notice, WorkShape } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { BindInvitation } from '../../work/notices.tsx';
import { UploadEntry } from '../../work/upload-entry.tsx';
import { useDeletion } from '../../work/use-deletion.ts';
import { WorkCard } from './work-card.tsx';
import styles from './works-screen.module.css';

/** The user's works (spec section 2, "Works list"; copy deck 5.1). */
export function Shell({ inApp }: ShellProps) {
  const host = useScreenHost();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Kitchen>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={kitchen.display}>
          {copy['host.default.contest.title']}
        </h1>
        <PathLink
          to="/works/rule"
          query={{ eTime: host?.navigation.query['eTime'] }}
          track="contest.works.rule"
          className={styles.rules}
        >
          {copy['contest.works.ruleLink']}
        </PathLink>
      </div>
      {host === null ? (
        <div className={kitchen.column} data-live="">
          {inApp ? <WorkShape /> : <Outside />}
          <UploadEntry host={host} />
        </div>
      ) : (
        <Works host={host} onDeleted={() => heading.current?.focus()} />
      )}
    </Kitchen>
  );
}

export const header = { share: true };
export default screenOf(Shell, CONTEST_WINDOW, header);

const card: ShareParameters = {
  title: copy['host.card.contest.title'],
  description: copy['host.card.contest.desc'],
  path: '/works',
  landing: 'activity',
};

const Outside = () => (
  <Notice title={fill(copy['contest.works.outside.title'])} text={fill(copy['contest.works.outside.desc'])} />
);

/** Read again on return: a review may be decided. */
function Works({ host, onDeleted }: { host: HostServices; onDeleted: () => void }) {
  const { inApp } = host.environment;
  const { needsFridge } = useStore(host.session);
  const load = useCallback(
    async ({ signal, refresh }: LoadContext) => {
      const { mobile, fridge } = host.session.getState();
      const fields = { devicePhone: mobile, fridgeId: fridge?.fridgeId };
      const answer = await host.requests.call(contestCalls.getMyWorks, fields, { quiet: refresh, signal });
      // A toast says the server's reason.
      return answer.ok ? answer : { ok: false as const, message: commonCopy['common.loadFail'] };
    },
    [host],
  );
  const works = useServerData(host, load, { guest: inApp ? 'login' : 'wait' });
  const remove = useDeletion(host, (id) => {
    works.change((before) => (before ?? []).filter((work) => work.id !== id));
    onDeleted();
    return true;
  });
  useEffect(() => host.sharing.prepare(card), [host]);

  // Homes without a fridge rarely have works: don't wait for the list.
  const { result } = works;
  const alone = result.phase === 'loading' || (result.phase === 'ready' && result.data.length === 0);
  // Whichever came first stays in its place: the invitation above the works, or below them.
  const [isInvited, setIsInvited] = useState(false);
  if (needsFridge && alone && !isInvited) setIsInvited(true);
  const invitation = needsFridge && (
    <div className={styles.bind}>
      <BindInvitation host={host} alone={isInvited} />
    </div>
  );
  return (
    <KeepFocus className={kitchen.column} data-live="">
      {host.windows.stateOf(CONTEST_WINDOW) === 'ended' && (
        <p className={joinClasses(kitchen.note, styles.ended)}>
          <Phrases text={copy['contest.entry.ended']} />
        </p>
      )}
      {isInvited && invitation}
      {!(needsFridge && alone) && (
        <Loaded
          className={kitchen.column}
          read={works}
          skeleton={<WorkShape />}
          failure={failureLook(2)}
          needsLogin={inApp ? undefined : <Outside />}
        >
          {(list) =>
            list.length === 0 ? (
              <Notice title={copy['contest.works.empty.title']} text={copy['contest.works.empty.desc']} />
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
      {!isInvited && invitation}
      {!needsFridge && <UploadEntry host={host} />}
    </KeepFocus>
  );
}
