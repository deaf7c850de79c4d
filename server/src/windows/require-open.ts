import { windowState } from '@fridge/shared-contracts';
import type { Services } from '../services.ts';
import { refuse } from '../wire/refusal.ts';

/** @throws Refusal 204 outside the named window, by business time */
export function requireOpen({ settings, clock }: Pick<Services, 'settings' | 'clock'>, window: string): void {
  const state = windowState(settings.current().windows[window], clock.business());
  if (state === 'notStarted') throw refuse.notice('server.notStarted');
  if (state === 'ended') throw refuse.notice('server.ended');
}
