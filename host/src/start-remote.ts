import './lib/older-engines.ts';
import { capturedPage } from './captured-page.ts';
import { mayContainToken, REMOTE_ATTRIBUTE } from '@fridge/shared-contracts/host';
import { createFederation } from './federation/federation.ts';
import { TOKENS_KEY } from './platform/tokens-key.ts';

/**
 * Loads the remote's container and activity module, preloaded by `early-start.ts`. Remote code thus runs before the
 * host's: `captured-page.ts` has captured what the host needs, and a page opened with a token loads nothing here, since
 * the host must remove the token first.
 */
export const federation = createFederation();

const preload = document.querySelector<HTMLLinkElement>(`link[${REMOTE_ATTRIBUTE}]`);
if (preload && !mayContainToken(location) && !keepsTokens()) {
  void federation
    .importActivity({ name: preload.getAttribute(REMOTE_ATTRIBUTE) ?? '', entry: preload.href })
    .catch(() => undefined);
}

function keepsTokens(): boolean {
  try {
    return capturedPage.tabStorage?.getItem(TOKENS_KEY) != null;
  } catch {
    return false;
  }
}
