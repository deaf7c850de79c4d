import { windowStateOf } from '@fridge/shared-contracts/host';
import { refuse } from '../http/refusal.ts';
import type { Services } from '../services.ts';

/** @throws Refusal 204 outside the named window, by business time */
export function requireOpen({ settings, clock }: Pick<Services, 'settings' | 'clock'>, period: string): void {
  const state = windowStateOf(settings.current().windows[period], clock.business());
  if (state === 'notStarted') throw refuse.notice('server.notStarted');
  if (state === 'ended') throw refuse.notice('server.ended');
}
