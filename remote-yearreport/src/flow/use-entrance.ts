import type { HostServices, Permission } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { useStore } from '@fridge/shared-ui';
import { recordShare } from '@fridge/shared-ui/internal';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepSlide, keptSlide } from './kept-slide.ts';

/**
 * - `checking`: the host checks the permission
 * - `returning`: the history's entry has a slide; waits for the session
 * - `entered`: `reader` is the app's user, empty for a report link
 */
export type Entrance =
  | { phase: 'landing' | 'checking' | 'returning' | 'noFridge' }
  | { phase: 'entered'; reader: string; isReturn: boolean };

const landing: Entrance = { phase: 'landing' };

/** From the landing, or back to a kept slide, to the permission. Another user begins at the landing. */
export function useEntrance(host: HostServices): { entrance: Entrance; enter: () => void } {
  const [reached, setReached] = useState<Entrance>(() => (keptSlide() === null ? landing : { phase: 'returning' }));
  const { fridge, status } = useStore(host.session);
  // A guest who returns would be sent to the login page, unasked.
  const isOver =
    reached.phase === 'noFridge'
      ? fridge !== null
      : reached.phase === 'returning' && status === 'guest' && !host.context.reportAccess;
  const entrance = isOver ? landing : reached;

  const isReturn = entrance.phase === 'returning';
  const isOpening = entrance.phase === 'checking' || (isReturn && status !== 'unknown');
  const take = useEffectEvent((permission: Permission) => {
    if (!permission.allowed) return setReached(permission.reason === 'noFridge' ? { phase: 'noFridge' } : landing);
    const isOwn = isOwnHousehold(host);
    if (isOwn && !isReturn) void recordShare(host, sharingCalls.annualRecord, recordType.enteredReport);
    setReached({ phase: 'entered', reader: isOwn ? permission.household.userId : '', isReturn });
  });
  useEffect(() => {
    if (!isOpening) return undefined;
    let left = false;
    void host.session.require('report').then((permission) => left || take(permission));
    return () => {
      left = true;
    };
  }, [host, isOpening]);

  const reader = entrance.phase === 'entered' ? entrance.reader : '';
  useEffect(
    () =>
      host.session.subscribe(() => {
        const session = host.session.getState();
        if (session.status !== 'user' || reader === '' || session.userId === reader) return;
        keepSlide(null);
        setReached(landing);
      }),
    [host, reader],
  );

  return { entrance, enter: () => setReached({ phase: 'checking' }) };
}

/** Only app users are recorded: a report token only opens the report (spec section 7). */
export function isOwnHousehold(host: Pick<HostServices, 'environment' | 'session'>): boolean {
  const { status, userId } = host.session.getState();
  return host.environment.inApp && status === 'user' && userId !== '';
}
