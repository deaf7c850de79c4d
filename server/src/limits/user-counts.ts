import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { describeFault, type Log } from '../log.ts';
import { type OthersCount, shareCounts } from './share-counts.ts';
import { callsOfLastMinute, type MinuteCount, minuteOf, roll } from './sliding-minute.ts';

/** How late a process learns what others count, besides the statement's time. */
const SHARE_EVERY_MS = 1_000;

type UnderWay = 'callsUnderWay' | 'uploadsUnderWay';

/** What users do at present, in all processes on one database. */
export interface UserCounts {
  underWay(userId: string, what: UnderWay): number;
  /** @returns how many are under way, this one included */
  begin(userId: string, what: UnderWay): number;
  end(userId: string, what: UnderWay): void;
  /** Counts a call unless the last minute has had `limit` of them. @returns whether it counted */
  addCall(userId: string, limit: number): boolean;
  close(): void;
}

type Count = MinuteCount &
  Record<UnderWay, number> & { others: Omit<OthersCount, 'userId'> & MinuteCount; untold: boolean };

/**
 * Each process counts for itself, and once a second tells the others of its users and learns theirs: a limit is exact
 * within one process, and exceeded by at most what a user does elsewhere within that second.
 * @param database `null` for the embedded one: no other process uses it
 */
export function countUsers({
  database,
  clock,
  log,
}: {
  database: Queries | null;
  clock: Pick<Clock, 'real'>;
  log: Log;
}): UserCounts {
  const process = randomUUID();
  const counts = new Map<string, Count>();
  const of = (userId: string): Count => {
    const minute = minuteOf(clock.real());
    const count = counts.get(userId) ?? newCount(minute);
    counts.set(userId, count);
    roll(count, minute);
    roll(count.others, minute);
    return count;
  };

  let sharing = false;
  let failing = false;
  const share = async (queries: Queries) => {
    const told = [...counts].filter(([, count]) => count.untold || isBusy(count));
    if (sharing || told.length === 0) return;
    sharing = true;
    for (const [, count] of told) count.untold = false;
    try {
      const minute = minuteOf(clock.real());
      const mine = told.map(([userId]) => ({ userId, ...of(userId) }));
      const others = new Map((await shareCounts(queries, process, minute, mine)).map((each) => [each.userId, each]));
      for (const [userId, count] of told) count.others = { ...nothing, ...others.get(userId), minute };
      if (failing) log.info({ event: 'limitsSharedAgain' });
      failing = false;
    } catch (error) {
      for (const [, count] of told) count.untold = true;
      if (!failing) log.warn({ event: 'limitsNotShared', fault: describeFault(error) });
      failing = true;
    } finally {
      sharing = false;
    }
  };
  const forget = () => {
    const minute = minuteOf(clock.real());
    for (const [userId, count] of counts) if (!isBusy(count) && count.minute < minute - 1) counts.delete(userId);
  };
  const timer = setInterval(() => {
    forget();
    if (database !== null) void share(database);
  }, SHARE_EVERY_MS).unref();

  const underWay: UserCounts['underWay'] = (userId, what) => {
    const count = of(userId);
    return count[what] + count.others[what];
  };

  return {
    underWay,
    begin(userId, what) {
      const count = of(userId);
      count[what] += 1;
      count.untold = true;
      return underWay(userId, what);
    },
    end(userId, what) {
      const count = of(userId);
      count[what] -= 1;
      count.untold = true;
    },
    addCall(userId, limit) {
      const count = of(userId);
      const all = { calls: count.calls + count.others.calls + 1, before: count.before + count.others.before };
      if (callsOfLastMinute(all, clock.real()) > limit) return false;
      count.calls += 1;
      return true;
    },
    close: () => clearInterval(timer),
  };
}

const nothing = { calls: 0, before: 0, callsUnderWay: 0, uploadsUnderWay: 0 };
const newCount = (minute: number): Count => ({ ...nothing, minute, others: { ...nothing, minute }, untold: false });
const isBusy = ({ callsUnderWay, uploadsUnderWay }: Pick<Count, UnderWay>) => callsUnderWay > 0 || uploadsUnderWay > 0;
