import { commonCopy, type FeedbackService } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import { requestText } from '../lib/request-text.ts';
import type { FailureLog } from './failures.ts';

/** Milliseconds that the host's origin has to answer before a page is left. */
export const ORIGIN_LIMIT_MS = 5_000;

/** A document that doesn't come in place of this page: then the user may try again. */
const RELOAD_LIMIT_MS = 10_000;

export function createDocumentLoad(
  fetch: typeof globalThis.fetch,
  failures: Pick<FailureLog, 'report'>,
  confirm: FeedbackService['confirm'],
) {
  let isAsking = false;
  /**
   * Loads the document anew once the host's origin answers: where it doesn't arrive, the browser's error page would
   * replace what is open. @returns when it couldn't
   */
  const load = async (): Promise<void> => {
    const { reason } = await requestText(fetch, location.href, ORIGIN_LIMIT_MS, { method: 'HEAD', cache: 'no-store' });
    if (reason !== null) return failures.report({ remote: 'host', version: 'unknown', phase: 'registry', reason });
    location.reload();
    await new Promise((resolve) => setTimeout(resolve, RELOAD_LIMIT_MS));
  };
  return {
    load,
    /** Asks the user, as a failed page does by its button. One question at a time: a retry that fails asks again. */
    async offer(): Promise<void> {
      if (isAsking) return;
      isAsking = true;
      const isWanted = await confirm({
        title: copy['host.remote.failed.title'],
        description: copy['host.remote.failed.desc'],
        confirm: copy['host.remote.retry'],
        cancel: commonCopy['common.cancel'],
      });
      if (isWanted) await load();
      isAsking = false;
    },
  };
}
