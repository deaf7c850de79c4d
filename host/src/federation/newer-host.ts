import { compatibility } from '@fridge/shared-contracts/page';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';
import * as v from 'valibot';
import type { FailureKind } from './failures.ts';
import type { RegistryKeeper } from './registry.ts';

export type NewerHost = ReturnType<typeof createNewerHost>;

/** What helps a user whose page is older than a release. */
export function createNewerHost({
  registry,
  storage,
  reload,
}: {
  registry: Pick<RegistryKeeper, 'served'>;
  /** Of the tab. */
  storage: WebStorage | null;
  reload: () => void;
}) {
  const reloadedFor = createJsonStorage(storage, 'host.reloadedFor', v.string());
  /** What the page before this one was reloaded for. */
  const before = reloadedFor.read();
  const servedText = (): string => {
    const { major, minor } = registry.served() ?? { major: 0, minor: 0 };
    return `${major}.${minor}`;
  };
  return {
    /**
     * @returns `newerHost`: a reload brings the host that it fits; `incompatible`: a reload brought this host again, so
     * whatever shows the page keeps an old one; `outdated`: there is no such host yet
     */
    pageFor(contract: string): Extract<FailureKind, 'incompatible' | 'outdated'> | 'newerHost' {
      const served = registry.served();
      if (served === null || compatibility(contract, served) !== 'fits') return 'outdated';
      return before === servedText() ? 'incompatible' : 'newerHost';
    },
    reload(): void {
      reloadedFor.write(servedText());
      reload();
    },
  };
}
