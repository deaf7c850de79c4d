import type { HostServices } from '@fridge/shared-contracts';
import { commonCopy } from '@fridge/shared-contracts/copy';
import { BindFridge } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { useBindFridge } from './use-bind-fridge.ts';

/** The empty state of a home without a fridge (copy deck 2.2); nothing where there is one. */
export function BindInvitation({ host }: { host: HostServices }) {
  const { missing, binding, bind } = useBindFridge(host);
  if (!missing) return null;
  return (
    <BindFridge
      title={copy['host.bind.title']}
      description={copy['host.bind.desc']}
      buttonLabel={copy['host.bind.button']}
      busy={binding}
      busyLabel={commonCopy['common.loading']}
      onBind={bind}
    />
  );
}
