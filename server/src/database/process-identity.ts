import { readFileSync } from 'node:fs';

/** A process id alone is used again, soonest in containers; with its start time it names one process. */
export type ProcessIdentity = { pid: number; startedAt: string };

export function processIdentity(pid: number): ProcessIdentity {
  return { pid, startedAt: startTime(pid) };
}

/** Where start times can't be read, a living process id counts as the one that is meant. */
export function isRunning(identity: ProcessIdentity): boolean {
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const startedAt = startTime(identity.pid);
  return startedAt === '' || identity.startedAt === '' || startedAt === identity.startedAt;
}

/** Linux: boot id and the 22nd field of /proc/<pid>/stat, counted after the parenthesised command name. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  } catch {
    return '';
  }
}
