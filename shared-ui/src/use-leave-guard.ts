import type { DialogContent, HostServices } from '@fridge/shared-contracts';
import { useEffect, useEffectEvent } from 'react';

/**
 * Asks before unsaved input is left (`navigation.guard`).
 * @param question called by the newest render; `null`: nothing to lose
 */
export function useLeaveGuard(host: Pick<HostServices, 'navigation'>, question: () => DialogContent | null): void {
  const ask = useEffectEvent(question);
  useEffect(() => host.navigation.guard(() => ask()), [host]);
}
