import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { BindFridge } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import styles from './bind-invitation.module.css';
import { EmptyTable } from './empty-table.tsx';
import { useBindFridge } from './use-bind-fridge.ts';

/**
 * The empty state of a home without a fridge (copy deck 2.2); nothing where there is one.
 * @param alone nothing else is on the page: a laid table stands above it
 */
export function BindInvitation({ host, alone }: { host: HostServices; alone: boolean }) {
  const { missing, binding, bind } = useBindFridge(host);
  if (!missing) return null;
  return (
    <div className={alone ? styles.alone : undefined}>
      {alone && <EmptyTable className={styles.table} />}
      <BindFridge
        title={copy['host.bind.title']}
        description={copy['host.bind.desc']}
        buttonLabel={copy['host.bind.button']}
        busy={binding}
        busyLabel={commonCopy['common.loading']}
        onBind={bind}
      />
    </div>
  );
}
