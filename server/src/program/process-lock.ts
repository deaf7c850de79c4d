import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { codeOf } from '../storage/text.ts';

const RETRY_MS = 25;
export const HEARTBEAT_MS = 5_000;
/** Without a heartbeat this long, a holder is silent. */
export const LEASE_MS = 30_000;

/** Process ids are reused, soonest in containers. Start time and place make them unique. */
const holderSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  startedAt: v.string(),
  id: v.string(),
  host: v.optional(v.string(), () => hostname()),
  /** Boot and pid namespace of `pid`; empty without `/proc`. */
  place: v.optional(v.string(), () => ownPlace()),
});
type Holder = v.InferOutput<typeof holderSchema>;

/** `mayLapse`: the lock becomes free if the holder stays silent. */
export type LockHolder = { pid: number | null; who: string; remedy: string; mayLapse: boolean };

export class LockHeld extends Error {
  override name = 'LockHeld';
  readonly holder: LockHolder;
  constructor(path: string, holder: LockHolder) {
    super(`${path} is held by ${holder.who}. ${holder.remedy}.`);
    this.holder = holder;
  }
}

/**
 * Takes the lock file `path` in an existing folder. A process of this system keeps its lock while it exists, even
 * stopped. A holder elsewhere keeps it while its heartbeats come; afterwards the lock is taken over if its host has
 * this host's name (a restarted container), else never. Not proper-lockfile: it relies on heartbeats alone and takes
 * the lock of a stopped process.
 * @param options.waitMs wait for the holder; at least `LEASE_MS` for a lock that may lapse
 * @param options.onLost another process has taken the lock; stop using what it guards
 * @throws LockHeld when it is still held, also by this process
 */
export async function takeLock(
  path: string,
  { waitMs = 0, onLost }: { waitMs?: number; onLost?: () => void } = {},
): Promise<{ release(): Promise<void> }> {
  const me = {
    pid: process.pid,
    startedAt: startTime(process.pid) ?? '',
    id: randomUUID(),
    host: hostname(),
    place: ownPlace(),
  };
  const began = performance.now();
  for (;;) {
    const holder = tryToTake(path, me);
    if (holder === null) return keepAlive(path, me, onLost);
    const limitMs = holder.mayLapse ? Math.max(waitMs, LEASE_MS) : waitMs;
    if (performance.now() - began >= limitMs) throw new LockHeld(path, holder);
    await delay(RETRY_MS);
  }
}

/** @returns who holds, or may hold, the lock; `null` when it is free */
export async function lockHolder(path: string): Promise<LockHolder | null> {
  return heldBy(path, read(path));
}

/** Heartbeats until release. Restores a file removed by hand. */
function keepAlive(path: string, me: Holder, onLost?: () => void) {
  const heartbeat = () => {
    try {
      const found = read(path);
      if (found === 'absent') createExclusively(path, me);
      else if (found === 'unreadable' || found.id === me.id) utimesSync(path, new Date(), new Date());
      else {
        clearInterval(timer);
        onLost?.();
      }
    } catch {}
  };
  const timer = setInterval(heartbeat, HEARTBEAT_MS).unref();
  return {
    async release() {
      clearInterval(timer);
      release(path, me);
    },
  };
}

type Found = Holder | 'absent' | 'unreadable';

/** @returns `null` when free or to be taken over */
function heldBy(path: string, found: Found): LockHolder | null {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (found === 'absent' || modified === undefined) return null;
  const silentMs = Date.now() - modified;
  if (found === 'unreadable') {
    if (silentMs > LEASE_MS) return null;
    const remedy = `Look into it again in ${LEASE_MS / 1000} s, or remove the file if nothing runs that could hold it`;
    return { pid: null, who: "somebody whom the file doesn't name", remedy, mayLapse: true };
  }
  const { pid, host, place } = found;
  // The place identifies the system even after a change of host name.
  if (place === ownPlace() && (place !== '' || host === hostname())) {
    if (!isRunning(found)) return null;
    return { pid, who: `process ${pid}`, remedy: `End it first (Ctrl-C there, or kill ${pid})`, mayLapse: false };
  }
  if (silentMs > LEASE_MS && host === hostname()) return null;
  const seconds = Math.round(Math.abs(silentMs) / 1000);
  const sign =
    silentMs < -LEASE_MS
      ? `whose last sign is ${seconds} s ahead of this clock`
      : `which last gave a sign ${seconds} s ago`;
  const remedy =
    Math.abs(silentMs) <= LEASE_MS
      ? 'End it there first'
      : `Whether it still runs can't be seen from here: make sure that it doesn't, then remove ${path}`;
  return { pid, who: `process ${pid} on ${host}, ${sign}`, remedy, mayLapse: host === hostname() };
}

/**
 * Replaces a stale file only while holding the guard `<path>.takeover`, itself a lock: no other process can replace it
 * between check and rename. Synchronous, so a killed process leaves no step half done.
 * @returns `null` when taken
 */
function tryToTake(path: string, me: Holder): LockHolder | null {
  for (;;) {
    if (createExclusively(path, me)) return null;
    const guard = `${path}.takeover`;
    const holder = heldBy(path, read(path)) ?? tryToTake(guard, me);
    if (holder !== null) return holder;
    try {
      const found = read(path);
      if (found !== 'absent' && heldBy(path, found) === null) {
        renameSync(writeDraft(path, me), path);
        return null;
      }
    } finally {
      release(guard, me);
    }
  }
}

/** Links a complete draft: readers never see half a file. @returns `false` when the file exists */
function createExclusively(path: string, me: Holder): boolean {
  const draft = writeDraft(path, me);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDraft(path: string, me: Holder): string {
  const draft = `${path}.${me.id}`;
  writeFileSync(draft, JSON.stringify(me));
  return draft;
}

/** Leaves the file of a process that took the lock after ours was removed by hand. */
function release(path: string, me: Holder): void {
  const found = read(path);
  if (typeof found === 'object' && found.id === me.id) rmSync(path, { force: true });
}

function read(path: string): Found {
  try {
    return v.parse(holderSchema, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'absent';
    if (error instanceof SyntaxError || error instanceof v.ValiError) return 'unreadable';
    throw error;
  }
}

/** Without start times, a running process with this id counts. */
function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: another user's process.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const now = startTime(pid);
  return now !== 'ended' && (now === null || startedAt === '' || now === startedAt);
}

/**
 * Linux: boot id and field 22 of /proc/<pid>/stat, counted from the parenthesised command name.
 * @returns `'ended'` for a zombie, `null` when unreadable
 */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : `${bootId()}/${fields[19] ?? ''}`;
  } catch {
    return null;
  }
}

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();

/** Containers share the machine's boot id but not its process ids. */
function ownPlace(): string {
  try {
    return `${bootId()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}
