import type { NavigationService } from '@fridge/shared-contracts';
import type { Navigation } from './navigation.ts';

/** The hall, where back leads from the first entry outside the app (architecture, "The house"). */
const HALL = '/default';

export interface Back {
  /** The contract's: back, and what that means at the first entry. */
  back: NavigationService['back'];
  onBack: NavigationService['onBack'];
  /** The header's: a screen's own step back first. */
  press(): void;
}

export interface BackParts {
  navigation: Pick<Navigation, 'visit' | 'goBack' | 'replace' | 'leave' | 'leaveProduct'>;
  /** Closes the web view. Resolves `false` where there is none to close, or it refuses. */
  closePage: () => Promise<boolean>;
}

export function createBack({ navigation, closePage }: BackParts): Back {
  let handlers: readonly (() => boolean)[] = [];
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
  const back = () => {
    if (!navigation.goBack()) navigation.leave(() => void close());
  };

  return {
    back,
    onBack(handle) {
      handlers = [...handlers, handle];
      return () => {
        handlers = handlers.filter((other) => other !== handle);
      };
    },
    press() {
      if (![...handlers].reverse().some((handle) => handle())) back();
    },
  };
}
