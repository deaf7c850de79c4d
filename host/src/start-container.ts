import './lib/older-engines.ts';
import { pageStart } from './page-start.ts';
import { mayBringToken, REMOTE_ATTRIBUTE } from '@fridge/shared-contracts/host';
import { createFederation } from './federation/federation.ts';
import { TOKENS_KEY } from './platform/tokens-key.ts';

/**
 * Loads the remote's container and activity module, preloaded by `early-start.ts`. Remote code thus runs before the
 * host's: `page-start.ts` has captured what the host needs, and a page opened with a token loads nothing here, since
 * the host must remove the token first.
 */
export const federation = createFederation();

const ahead = document.querySelector<HTMLLinkElement>(`link[${REMOTE_ATTRIBUTE}]`);
if (ahead && !mayBringToken(location) && !keepsTokens()) {
  void federation.loadActivity({ name: ahead.getAttribute(REMOTE_ATTRIBUTE) ?? '', entry: ahead.href }).catch(() => undefined);
}

function keepsTokens(): boolean {
  try {
    return pageStart.tabStorage?.getItem(TOKENS_KEY) != null;
  } catch {
    return false;
  }
}
