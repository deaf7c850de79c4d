import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_AGAIN_MS = 25;

/** A process id alone is used again, soonest in containers; with its start time it names one process. */
interface Holder {
  pid: number;
  /** `''` where start times can't be read (no `/proc`). */
  startedAt: string;
  /** Tells one taking of the lock from another by the same process. */
  id: string;
}

/** The lock belongs to a process that runs. */
export class LockHeld extends Error {
  override name = 'LockHeld';
  readonly holder: { pid: number };
  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}. Wait for it or stop it; remove the file only if that process isn't ours.`);
    this.holder = { pid };
  }
}

/**
 * Takes the lock file `path`, which names the process that holds it; its folder must exist. The lock of a process
 * that no longer runs is taken over, however young; a live process keeps its lock, however long it is blocked.
 * @param options.waitMs how long to wait for another holder, in ms; 0 by default
 * @throws LockHeld when a live process (this one included) still holds it after that time
 */
export async function takeLock(path: string, { waitMs = 0 }: { waitMs?: number } = {}): Promise<{ release(): Promise<void> }> {
  const me: Holder = { pid: process.pid, startedAt: startTime(process.pid) ?? '', id: randomUUID() };
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const holder = tryToTake(path, me);
    if (holder === me) return { release: async () => release(path, me) };
    if (performance.now() >= giveUpAt) throw new LockHeld(path, holder.pid);
    await delay(LOOK_AGAIN_MS);
  }
}

/** @returns the live process that holds the lock file `path`, `null` when none does */
export async function lockHolder(path: string): Promise<{ pid: number } | null> {
  const found = read(path);
  return found !== 'absent' && found !== 'unreadable' && isRunning(found) ? { pid: found.pid } : null;
}

/**
 * A lock that exists changes hands only under its guard, which is a lock like any other: nobody else can replace a
 * stale file between our look at it and our `rename` over it. A guard whose holder died has a guard in its turn.
 * Synchronous, so that no step outlives a process that is killed.
 * @returns who holds the lock now: `me`, or another live process
 */
function tryToTake(path: string, me: Holder): Holder {
  for (;;) {
    if (createExclusively(path, me)) return me;
    const found = read(path);
    if (found === 'absent') continue;
    if (found !== 'unreadable' && isRunning(found)) return found;

    const guard = `${path}.takeover`;
    const guardHolder = tryToTake(guard, me);
    if (guardHolder !== me) return guardHolder;
    try {
      const still = read(path);
      if (still === 'unreadable' || (still !== 'absent' && !isRunning(still))) {
        const draft = writeDraft(path, me);
        renameSync(draft, path);
        return me;
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

/** @returns `'unreadable'` for a file left by a crash of the machine or by hand: it names no running process */
function read(path: string): Holder | 'absent' | 'unreadable' {
  try {
    const { pid, startedAt, id } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<keyof Holder, unknown>>; // every field is checked below
    const complete = typeof pid === 'number' && Number.isInteger(pid) && pid > 0 && typeof startedAt === 'string' && typeof id === 'string';
    return complete ? { pid, startedAt, id } : 'unreadable';
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'absent';
    if (error instanceof SyntaxError || error instanceof TypeError) return 'unreadable';
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
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19] ?? ''}`;
  } catch {
    return null;
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
