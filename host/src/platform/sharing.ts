import { commonCopy, type NavigationService, type SharingService } from '@fridge/shared-contracts';
import { type Address, hostPaths, splitQuery, writeQuery } from '@fridge/shared-contracts/page';
import { createLateCode, type LateCode } from '@fridge/shared-ui';
import type { OpenSharePage, Prepared, sharePrepared, SharingPorts, SharingRelease } from './share-prepared.ts';

/** Spec section 4, "parameter 2" is the report. */
const landingQuery = { activity: {}, report: { type: '2' } } as const;

/** `from` is the current address without personal parameters: the share page copies its link. */
export function createSharePage({
  push,
  location,
}: {
  push: NavigationService['push'];
  location: () => Address;
}): OpenSharePage {
  return (landing) => {
    const { path, query } = location();
    push(hostPaths.share, { ...landingQuery[landing], from: path + writeQuery(splitQuery(query).open) });
  };
}

/** Keeps what screens have prepared. What shares it is late code, which the page has once it is idle. */
export function createSharing(
  ports: SharingPorts,
  late: LateCode<{ sharePrepared: typeof sharePrepared }> = createLateCode(() => import('./share-prepared.ts')),
) {
  let prepared: readonly Prepared[] = [];
  let sharing = false;

  const share = async ({ name, version }: Pick<SharingRelease, 'name' | 'version'>) => {
    const entry = prepared.at(-1);
    if (!entry) return ports.reportFailure({ remote: name, version, phase: 'share', reason: 'unprepared' });
    if (sharing) return;
    sharing = true;
    const end = () => void (sharing = false);
    try {
      if (late.getState() === null) await late.load(); // else the sheet opens within the tap
      const code = late.getState();
      if (code === null) ports.toast(commonCopy['common.shareFail.toast']);
      else await code.sharePrepared(entry, ports, end);
    } finally {
      end();
    }
  };

  return {
    preload: late.preload,
    /** Shares what any release prepared last: the header's button. */
    share: () => share({ name: 'host', version: 'unknown' }),
    for: (release: SharingRelease): SharingService => ({
      prepare(parameters) {
        const withdrawal = new AbortController();
        const entry = { release, parameters, withdrawn: withdrawal.signal };
        prepared = [...prepared, entry];
        return () => {
          prepared = prepared.filter((other) => other !== entry);
          // Rendering again withdraws and prepares in one task: the open question stays valid.
          setTimeout(() => {
            if (!prepared.some((other) => other.release === release)) withdrawal.abort();
          });
        };
      },
      share: () => share(release),
      openLanding: ports.openSharePage,
    }),
  };
}
