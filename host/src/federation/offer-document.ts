import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';

type Confirm = HostServices['feedback']['confirm'];

/** Asks the user, as a failed page does by its button. One question at a time: a retry that fails asks again. */
export function createDocumentOffer(confirm: Confirm, loadDocument: () => Promise<void>): () => Promise<void> {
  let isAsking = false;
  return async () => {
    if (isAsking) return;
    isAsking = true;
    const isWanted = await confirm({
      title: copy['host.remote.failed.title'],
      description: copy['host.remote.failed.desc'],
      confirm: copy['host.remote.retry'],
      cancel: commonCopy['common.cancel'],
    });
    if (isWanted) await loadDocument();
    isAsking = false;
  };
}
