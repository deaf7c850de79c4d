import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, `CLK_TCK`. */
const TICKS_PER_SECOND = 100;

/** Processor time of processes so far, of their children that have ended too, in seconds. Linux only. */
export const processorTime = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (ticksOf(pid) ?? 0), 0) / TICKS_PER_SECOND;

/** A process and those that it has started. */
export function familyOf(parent: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)?.[1]) === parent);
  return [parent, ...children];
}

export const parentOf = (pid: number): number => Number(statOf(pid)?.[1] ?? 0);

function ticksOf(pid: number): number | null {
  const stat = statOf(pid);
  return stat === null ? null : [11, 12, 13, 14].reduce((sum, field) => sum + Number(stat[field]), 0);
}

/** Fields from the state on, which is 0: the name before it may have spaces. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? null;
  } catch {
    return null; // it has ended
  }
}
