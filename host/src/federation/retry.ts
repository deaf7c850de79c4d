import { useEffect, useEffectEvent } from 'react';
import type { RouteMatch } from '@fridge/shared-contracts';

/** While building a remote: so often a failed one is tried again, so that mending the file brings the screen back. */
const DEVELOPMENT_RETRY_MS = 2_000;

/**
 * Tries a failed activity again where nobody has to ask for it: when its team has published another release, and in
 * development every two seconds.
 * @param opened the release that failed
 * @param current the release that the registry names now
 */
export function useRetryWithoutAsking(failed: boolean, opened: RouteMatch | null, current: RouteMatch | null, retry: () => void): void {
  const again = useEffectEvent(retry);
  const republished = opened !== null && current !== null && isOtherRelease(opened, current);
  useEffect(() => {
    if (failed && republished) again();
  }, [failed, republished]);
  useEffect(() => {
    if (!failed || import.meta.env.MODE !== 'development') return undefined;
    const timer = setInterval(() => again(), DEVELOPMENT_RETRY_MS);
    return () => clearInterval(timer);
  }, [failed]);
}

function isOtherRelease(opened: RouteMatch, current: RouteMatch): boolean {
  return opened.remote.entry !== current.remote.entry || opened.remote.contract !== current.remote.contract;
}
