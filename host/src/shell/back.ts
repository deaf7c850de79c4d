import type { NavigationService } from '@fridge/shared-contracts';
import type { Navigation } from './navigation.ts';

/** Target of back at the first entry, outside the app (architecture, "The house"). */
const HALL = '/default';

export interface BackParts {
  navigation: Pick<Navigation, 'visit' | 'goBack' | 'replace' | 'leave' | 'leaveProduct'>;
  /** `false` when there is none, or the app refuses. */
  closePage: () => Promise<boolean>;
}

/** @returns the contract's `navigation.back`, also for the header's button */
export function createBack({ navigation, closePage }: BackParts): NavigationService['back'] {
  let closing = false;

  const close = async () => {
    if (closing) return;
    closing = true;
    const from = navigation.visit.getState();
    const closed = await closePage();
    closing = false;
    // The user may have navigated before the app answered.
    if (closed || navigation.visit.getState().key !== from.key) return;
    if (from.path === HALL) navigation.leaveProduct();
    else navigation.replace(HALL);
  };
  return () => {
    if (!navigation.goBack()) navigation.leave(() => void close());
  };
}
