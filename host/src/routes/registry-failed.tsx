import { useState } from 'react';
import { RemoteFailedPage } from '../pages/state-pages/remote-failed-page.tsx';
import type { RegistryStore } from '../registry/registry-store.ts';

/** No registry, and none kept from before: the page that says so, with a retry that needs no reload. */
export function RegistryFailed({ registry }: { registry: RegistryStore }) {
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await registry.refresh();
    setRetrying(false);
  };
  return <RemoteFailedPage kind="registry" retrying={retrying} onRetry={() => void retry()} />;
}
