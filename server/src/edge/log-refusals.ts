import type { TooManyWaiting } from '../database/database.ts';
import type { Log } from '../log/log.ts';

export const REFUSALS_EVERY_MS = 10_000;

/** Logs calls that full queues refuse: the first at once, those of the next ten seconds in one line. */
export function logRefusals(log: Pick<Log, 'warn'>): (refused: TooManyWaiting) => void {
  const refused = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    timer = null;
    if (refused.size === 0) return;
    log.warn({ event: 'tooManyWaiting', refused: Object.fromEntries(refused) });
    refused.clear();
    timer = setTimeout(tell, REFUSALS_EVERY_MS).unref();
  };
  return ({ queue }) => {
    refused.set(queue, (refused.get(queue) ?? 0) + 1);
    if (timer === null) tell();
  };
}
