import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';

const LOOK_AGAIN_MS = 25;

/** A holder gives a sign this often: the file's time of change. */
export const SIGN_EVERY_MS = 5_000;
/** One that has given none for so long, and can't be looked up from here, counts as silent. */
export const LEASE_MS = 30_000;

/**
 * What a lock file holds. A process id alone is used again, soonest in containers; with its start time it names one
 * process, where the system and the process ids are those that this process sees. Elsewhere only its signs tell of it.
 */
const holderSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** `''` where start times can't be read (no `/proc`). */
  startedAt: v.string(),
  /** Tells one taking of the lock from another by the same process. */
  id: v.string(),
  /** The machine's or container's name. A file that names no place is of this one. */
  host: v.optional(v.string()),
  /** Where its process id means something: the boot of the system and the space of process ids. */
  place: v.optional(v.string()),
});
type Holder = v.InferOutput<typeof holderSchema>;

/** Who has a lock, for a person: `who` it is, and what to do so that the lock becomes free. */
export type LockHolder = { pid: number | null; who: string; remedy: string };

/** The lock belongs to a process that runs, or to one of which that can't be ruled out. */
export class LockHeld extends Error {
  override name = 'LockHeld';
  readonly holder: LockHolder;
  constructor(path: string, holder: LockHolder) {
    super(`${path} is held by ${holder.who}. ${holder.remedy}.`);
    this.holder = holder;
  }
}

type TakeOptions = { waitMs?: number; onLost?: () => void };

/**
 * Takes the lock file `path`, which names the process that holds it; its folder must exist. The lock of a process
 * that no longer runs is taken over, however young; a live process keeps its lock, however long it is blocked. Of a
 * process in another container or on another machine only the signs are seen that it gives: while they come, it holds
 * the lock. Once they don't, the lock is taken over from a host of this name, which has been started anew; from any
 * other it never is, since it may only be cut off.
 * @param options.waitMs how long to wait for another holder, in ms; 0 by default. Whether a host of this name has been
 *   started anew is waited for in any case, `LEASE_MS` at most
 * @param options.onLost somebody else has taken the lock from this process, which must not go on with what it guards
 * @throws LockHeld when another (this process included) still holds it after that time
 */
export async function takeLock(path: string, { waitMs = 0, onLost }: TakeOptions = {}): Promise<{ release(): Promise<void> }> {
  const me: Holder = { pid: process.pid, startedAt: startTime(process.pid) ?? '', id: randomUUID(), host: hostname(), place: ownPlace() };
  const began = performance.now();
  for (;;) {
    const held = tryToTake(path, me);
    if (held === null) return keep(path, me, onLost);
    const patience = held.mayLapse ? Math.max(waitMs, LEASE_MS) : waitMs;
    if (performance.now() - began >= patience) throw new LockHeld(path, held.holder);
    await delay(LOOK_AGAIN_MS);
  }
}

/** @returns who holds the lock file `path`, or may hold it, `null` when nobody does */
export async function lockHolder(path: string): Promise<LockHolder | null> {
  return heldBy(path, read(path))?.holder ?? null;
}

/** Gives signs until the release, and says once when the lock is another's. One that was removed by hand is put back. */
function keep(path: string, me: Holder, onLost: (() => void) | undefined): { release(): Promise<void> } {
  const giveSign = () => {
    try {
      const found = read(path);
      const now = new Date();
      if (found === 'absent') createExclusively(path, me);
      else if (found === 'unreadable' || found.id === me.id) utimesSync(path, now, now);
      else {
        clearInterval(signs);
        onLost?.();
      }
    } catch {
      // A folder that can't be written now may be next time; until then the last sign stands.
    }
  };
  const signs = setInterval(giveSign, SIGN_EVERY_MS).unref();
  return {
    async release() {
      clearInterval(signs);
      release(path, me);
    },
  };
}

/** @property mayLapse whether nothing but its silence is waited for */
type Held = { holder: LockHolder; mayLapse: boolean };

/** @returns who has to be taken for the holder of a lock file; `null`: it is free, or can be taken over */
function heldBy(path: string, found: Holder | 'absent' | 'unreadable'): Held | null {
  if (found === 'absent') return null;
  const silentMs = silence(path);
  if (silentMs === null) return null;
  if (found === 'unreadable') {
    // A crash of the machine leaves such a file; nobody who runs does.
    const holder = { pid: null, who: 'somebody whom the file doesn\'t name', remedy: `Look into it again in ${LEASE_MS / 1000} s, or remove the file if nothing runs that could hold it` };
    return silentMs > LEASE_MS ? null : { holder, mayLapse: true };
  }
  const { pid, host = hostname(), place = ownPlace() } = found;
  // A place is one, whatever its machine is called by now: laptops change their names with the network.
  if (place === ownPlace() && (place !== '' || host === hostname())) {
    const here = { pid, who: `process ${pid}`, remedy: `End it first (Ctrl-C there, or kill ${pid})` };
    return isRunning(found) ? { holder: here, mayLapse: false } : null;
  }
  if (silentMs > LEASE_MS && host === hostname()) return null;
  // A clock that was set back leaves signs of a time to come: they say nothing.
  const isHeard = Math.abs(silentMs) <= LEASE_MS;
  const seconds = Math.round(Math.abs(silentMs) / 1000);
  const sign = silentMs < -LEASE_MS ? `whose last sign is ${seconds} s ahead of this clock` : `which last gave a sign ${seconds} s ago`;
  const remedy = isHeard ? 'End it there first' : `Whether it still runs can't be seen from here: make sure that it doesn't, then remove ${path}`;
  return { holder: { pid, who: `process ${pid} on ${host}, ${sign}`, remedy }, mayLapse: host === hostname() };
}

/** @returns how long ago the holder of a lock file gave its last sign, ms; `null` when the file is gone */
function silence(path: string): number | null {
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return changed === undefined ? null : Date.now() - changed;
}

/**
 * A lock that exists changes hands only under its guard, which is a lock like any other: nobody else can replace a
 * stale file between our look at it and our `rename` over it. A guard whose holder died has a guard in its turn.
 * Synchronous, so that no step outlives a process that is killed.
 * @returns `null`: it is mine now; else who holds it
 */
function tryToTake(path: string, me: Holder): Held | null {
  for (;;) {
    if (createExclusively(path, me)) return null;
    const held = heldBy(path, read(path));
    if (held !== null) return held;

    const guard = `${path}.takeover`;
    const guarded = tryToTake(guard, me);
    if (guarded !== null) return guarded;
    try {
      const still = read(path);
      if (still !== 'absent' && heldBy(path, still) === null) {
        const draft = writeDraft(path, me);
        renameSync(draft, path);
        return null;
      }
    } finally {
      release(guard, me);
    }
  }
}

/** The content is complete before the name exists, so no reader ever sees half a holder. */
function createExclusively(path: string, holder: Holder): boolean {
  const draft = writeDraft(path, holder);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    removeIfPresent(draft);
  }
}

function writeDraft(path: string, holder: Holder): string {
  const draft = `${path}.${holder.id}`;
  writeFileSync(draft, JSON.stringify(holder));
  return draft;
}

/** Whoever removed our file by hand may have let another process in: its lock isn't ours to remove. */
function release(path: string, me: Holder): void {
  const found = read(path);
  if (found !== 'absent' && found !== 'unreadable' && found.id === me.id) removeIfPresent(path);
}

/** @returns `'unreadable'` for a file left by a crash of the machine or by hand */
function read(path: string): Holder | 'absent' | 'unreadable' {
  try {
    return v.parse(holderSchema, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'absent';
    if (error instanceof SyntaxError || error instanceof v.ValiError) return 'unreadable';
    throw error;
  }
}

/** Where start times can't be read, a living process id counts as the one that is meant. */
function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if (!hasCode(error, 'EPERM')) return false;
  }
  const now = startTime(pid);
  return now !== 'ended' && (now === null || startedAt === '' || now === startedAt);
}

/**
 * Linux: boot id and the 22nd field of /proc/<pid>/stat; fields are counted after the parenthesised command name.
 * @returns `'ended'` for a process that only waits for its parent to notice; `null` where it can't be read
 */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return 'ended';
    return `${bootId()}/${fields[19] ?? ''}`;
  } catch {
    return null;
  }
}

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();

/** Containers share the boot of their machine, and each has process ids of its own. */
function ownPlace(): string {
  try {
    return `${bootId()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

function removeIfPresent(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
