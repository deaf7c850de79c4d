import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { BindFridge, useStore } from '@fridge/shared-ui';
import styles from './bind-invitation.module.css';
import { EmptyTable } from './empty-table.tsx';

/**
 * The empty state of a home without a fridge (copy deck 2.2); nothing where there is one.
 * @param alone nothing else is on the page: a laid table stands above it
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
