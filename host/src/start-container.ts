import './lib/older-engines.ts';
import { pageStart } from './page-start.ts';
import { mayBringToken } from '@fridge/shared-contracts/host';
import { createFederation } from './federation/federation.ts';
import { TOKENS_KEY } from './platform/tokens-key.ts';

/**
 * A script of its own beside `main.tsx`: it is small, arrives long before the rest of the host and uses the wait.
 * The entry that the early start has asked for is started here, container and activity module; the host finds it
 * ready, and checks it before it mounts anything. What fails here fails there too, and is told there.
 *
 * The remote's code runs before the host's, so `page-start.ts` has taken what the host needs of the page by then. A page
 * that was opened with a token is left to the host, which takes the token away first.
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
