import type { NavigationService } from '@fridge/shared-contracts';
import type { Navigation } from './navigation.ts';

/** Back leads here from the first entry, outside the app (architecture, "The house"). */
const HALL = '/default';

export interface BackParts {
  navigation: Pick<Navigation, 'visit' | 'goBack' | 'replace' | 'leave' | 'leaveProduct'>;
  /** Closes the web view. Resolves `false` when there is none, or the app refuses. */
  closePage: () => Promise<boolean>;
}

/** @returns `navigation.back` of the contract, which the header's button calls too */
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
