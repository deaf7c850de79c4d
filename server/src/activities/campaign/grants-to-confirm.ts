import { MOST_TIMES } from '../../documents/documents.ts';

type Pool = { cap: number; dailyCap: number | null };
type Pools = Readonly<Record<string, Pool>>;

/**
 * Caps that a change makes more than five times as large. Without a daily cap a pool may be granted on one day.
 * @param before `null`: nothing was granted
 * @returns one line each
 */
export function grantsToConfirm(before: Pools | null, after: Pools): string[] {
  return Object.entries(after).flatMap(([name, next]) => {
    const former = before?.[name] ?? { cap: 0, dailyCap: 0 };
    const [formerDay, nextDay] = [former.dailyCap ?? former.cap, next.dailyCap ?? next.cap];
    return [
      ...(next.cap > MOST_TIMES * former.cap ? [`${name}: ${former.cap} -> ${next.cap} in all, ${times}`] : []),
      ...(hasDays(former, next) && nextDay > MOST_TIMES * formerDay
        ? [`${name}: ${formerDay} -> ${nextDay} a day, ${times}`]
        : []),
    ];
  });
}

const times = `more than ${MOST_TIMES} times as many`;

const hasDays = (...pools: readonly Pool[]): boolean => pools.some(({ dailyCap }) => dailyCap !== null);
