import type { HostServices } from '@fridge/shared-contracts';
import { Button } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { CameraIcon } from '../theme/icons.tsx';
import kitchen from '../theme/kitchen.module.css';
import { entryNow } from '../window.ts';

/** Outside the contest's window it says why not (spec section 5, "Upload entry"). */
export function UploadEntry({ host, action = 'contest.works.upload' }: { host: HostServices | null; action?: string }) {
  const open = () => {
    if (host === null) return;
    host.tracking.click('contest.works.upload');
    const entry = entryNow(host);
    if (entry !== 'open') host.feedback.toast(copy[`contest.entry.${entry}.toast`]);
    else if (host.environment.inApp) host.navigation.push('/upload');
    // Outside the app this opens the share page.
    else void host.session.require();
  };
  return (
    <div className={kitchen.bar}>
      <Button wide data-action={action} onClick={open}>
        <span className={kitchen.iconLabel}>
          <CameraIcon />
          {copy['contest.works.upload']}
        </span>
      </Button>
    </div>
  );
}
