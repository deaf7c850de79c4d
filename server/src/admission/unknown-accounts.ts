import type { Services } from '../program/services.ts';
import { type Refusal, refuse } from '../edge/refusal.ts';

/**
 * For a valid token without an account, such as of a user who registered since the last import. Not 401: the page would
 * ask to log in again, in vain.
 */
export function refuseUnknownAccount({ log, metrics }: Pick<Services, 'log' | 'metrics'>): Refusal {
  metrics.unknownAccounts.inc();
  log.warn({ event: 'unknownAccount' });
  return refuse.notice('server.account.unknown');
}
