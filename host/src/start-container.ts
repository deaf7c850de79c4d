import './lib/older-engines.ts';
import { pageStart } from './page-start.ts';
import { mayBringToken } from '@fridge/shared-contracts/host';
import { createFederation } from './federation/federation.ts';
import { TOKENS_KEY } from './platform/tokens-key.ts';

/**
 * A script of its own beside `main.tsx`, which arrives long after it. It loads the remote that `early-start.ts` has
 * preloaded, container and activity module; the host takes the same load, checks it, and reports its failure.
 * The remote's code thus runs before the host's: `page-start.ts` has kept what the host needs by then, and a page that
 * was opened with a token loads nothing here, since the host has to remove the token first.
 */
export const federation = createFederation();

const ahead = document.querySelector<HTMLLinkElement>('link[data-remote]');
if (ahead && !mayBringToken(location) && !keepsTokens()) void federation.loadActivity({ name: ahead.dataset['remote'] ?? '', entry: ahead.href }).catch(() => undefined);

function keepsTokens(): boolean {
  try {
    return pageStart.tabStorage?.getItem(TOKENS_KEY) != null;
  } catch {
    return false;
  }
}
