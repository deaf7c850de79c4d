import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { BindFridge, useStore } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { EmptyTable, Failure, Kitchen } from '../theme/kitchen.tsx';
import kitchen from '../theme/kitchen.module.css';
import styles from './notices.module.css';

/** Without a reason, what to do (copy deck 5.2). */
export function ReviewReason({ mark }: { mark: string }) {
  const text = mark.trim() === '' ? copy['contest.status.reasonEmpty'] : fill(copy['contest.status.reason'], { mark });
  return <p className={styles.reason}>{text}</p>;
}

/** The reason is in a toast (spec section 8). */
export function FailedWork({ reload }: { reload: () => void }) {
  return (
    <Kitchen className={kitchen.column}>
      <Failure mood="puzzled" title={copy['contest.detail.fail']} headingLevel={1} onRetry={reload} />
    </Kitchen>
  );
}

/**
 * For homes without a fridge (copy deck 2.2).
 * @param alone on the page: with a picture
 */
export function BindInvitation({ host, alone }: { host: HostServices; alone: boolean }) {
  const { needsFridge } = useStore(host.session);
  if (!needsFridge) return null;
  const bind = () => {
    host.tracking.click('contest.bind');
    return host.session.bindFridge();
  };
  return (
    <div className={alone ? styles.alone : undefined}>
      {alone && <EmptyTable className={styles.table} />}
      <BindFridge busyLabel={commonCopy['common.loading']} onBind={bind} />
    </div>
  );
}
