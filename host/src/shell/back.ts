import type { NavigationService } from '@fridge/shared-contracts';
import type { Navigation } from './navigation.ts';

/** The hall, where back leads from the first entry outside the app (architecture, "The house"). */
const HALL = '/default';

export interface BackParts {
  navigation: Pick<Navigation, 'visit' | 'goBack' | 'replace' | 'leave' | 'leaveProduct'>;
  /** Closes the web view. Resolves `false` where there is none to close, or it refuses. */
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
    // A silent app is waited for; whoever went on meanwhile stays there.
    if (closed || navigation.visit.getState().key !== from.key) return;
    if (from.path === HALL) navigation.leaveProduct();
    else navigation.replace(HALL);
  };
  return () => {
    if (!navigation.goBack()) navigation.leave(() => void close());
  };
}
