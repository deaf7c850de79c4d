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

/** Others are told of a user who makes this part of a limit's calls, or so many at once: hardly anybody ever does. */
const TOLD_FROM = { partOfLimit: 0.1, callsAtOnce: 5 };

/** `shared`: others are told of this user, until the count is forgotten. */
type Count = MinuteCount &
  Record<UnderWay, number> & { others: Omit<OthersCount, 'userId'> & MinuteCount; shared: boolean };

/**
 * Each process counts for itself, and once a second tells the others of its busy users and learns theirs: a limit is
 * exact within one process, and exceeded by at most what a user does elsewhere within that second, and before it by
 * `TOLD_FROM` in each process.
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
  const untold = new Set<string>();
  const of = (userId: string): Count => {
    const minute = minuteOf(clock.real());
    const count = counts.get(userId) ?? newCount(minute);
    counts.set(userId, count);
    roll(count, minute);
    roll(count.others, minute);
    return count;
  };

  const tellLater = (userId: string, count: Count) => {
    count.shared ||= count.uploadsUnderWay > 0 || count.callsUnderWay >= TOLD_FROM.callsAtOnce;
    if (count.shared && database !== null) untold.add(userId);
  };

  let sharing = false;
  let failing = false;
  const share = async (queries: Queries) => {
    if (sharing || untold.size === 0) return;
    const told = [...untold].map((userId) => ({ userId, count: of(userId) }));
    untold.clear();
    sharing = true;
    try {
      const minute = minuteOf(clock.real());
      const mine = told.map(({ userId, count }) => ({ userId, ...count }));
      const others = new Map((await shareCounts(queries, process, minute, mine)).map((each) => [each.userId, each]));
      for (const { userId, count } of told) {
        count.others = { ...nothing, ...others.get(userId), minute };
        // Told again and again: a process that is silent has ended.
        if (isBusy(count)) untold.add(userId);
      }
      if (failing) log.info({ event: 'limitsSharedAgain' });
      failing = false;
    } catch (error) {
      for (const { userId } of told) untold.add(userId);
      if (!failing) log.warn({ event: 'limitsNotShared', fault: describeFault(error) });
      failing = true;
    } finally {
      sharing = false;
    }
  };
  let forgotten = minuteOf(clock.real());
  const forget = () => {
    const minute = minuteOf(clock.real());
    if (minute === forgotten) return;
    forgotten = minute;
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
      tellLater(userId, count);
      return underWay(userId, what);
    },
    end(userId, what) {
      const count = of(userId);
      count[what] -= 1;
      tellLater(userId, count);
    },
    addCall(userId, limit) {
      const count = of(userId);
      const all = { calls: count.calls + count.others.calls + 1, before: count.before + count.others.before };
      if (callsOfLastMinute(all, clock.real()) > limit) return false;
      count.calls += 1;
      count.shared ||= count.calls >= limit * TOLD_FROM.partOfLimit;
      tellLater(userId, count);
      return true;
    },
    close: () => clearInterval(timer),
  };
}

const nothing = { calls: 0, before: 0, callsUnderWay: 0, uploadsUnderWay: 0 };
const newCount = (minute: number): Count => ({ ...nothing, minute, others: { ...nothing, minute }, shared: false });
const isBusy = ({ callsUnderWay, uploadsUnderWay }: Pick<Count, UnderWay>) => callsUnderWay > 0 || uploadsUnderWay > 0;
