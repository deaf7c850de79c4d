import { useEffect, useState } from 'react';
import { useRetryOnline } from '@fridge/shared-ui/internal';
import { LoadingPage } from './loading.tsx';
import { FailedPage } from './state-pages.tsx';

/**
 * Loads the document of its address anew: for a release that this page wasn't served with.
 * @param failed begins with this failure; the user decides when it is tried
 */
export function DocumentPage({
  failed,
  loadDocument,
}: {
  failed?: 'failed' | 'registry';
  /** @returns when it couldn't, within its limits */
  loadDocument: () => Promise<void>;
}) {
  const [phase, setPhase] = useState<'first' | 'retry' | 'failed'>(failed === undefined ? 'first' : 'failed');
  const isLoading = phase !== 'failed';
  useEffect(() => {
    if (isLoading) void loadDocument().then(() => setPhase('failed'));
  }, [isLoading, loadDocument]);
  const retry = () => setPhase('retry');
  useRetryOnline(isLoading ? 'loading' : 'failed', retry);
  if (phase === 'first') return <LoadingPage />;
  return <FailedPage kind={failed ?? 'failed'} retrying={isLoading} onRetry={retry} />;
}
