import { readFileSync } from 'node:fs';

/** Ctrl-C, `kill`, and a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const CHECK_NPM_EVERY_MS = 500;

/**
 * Ends this process on a signal, or when the npm that runs it is gone. While it still starts it exits at once, and the
 * processes that it started end with it (see `startServer`).
 * @returns takes the function that closes everything, once it runs
 */
export function endOnSignals(print: (line: string) => void = () => undefined): (stop: () => Promise<void>) => void {
  let stopAll: (() => Promise<void>) | null = null;
  let ending = false;
  const end = async () => {
    if (!stopAll) process.exit(130);
    if (ending) return;
    ending = true;
    print('\nEnding …');
    await stopAll();
    process.exit(0);
  };
  for (const signal of SIGNALS) process.on(signal, () => void end());
  onNpmGone(() => void end());
  return (stop) => {
    stopAll = stop;
  };
}

/**
 * npm passes signals on at best to the shell that it starts, and none when it is killed. A process that npm didn't start
 * may be meant to outlive its shell.
 */
function onNpmGone(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const started = startedBy();
  const watching = setInterval(() => {
    if (startedBy() === started) return;
    clearInterval(watching);
    end();
  }, CHECK_NPM_EVERY_MS).unref();
}

/** Identifies the parent and, where that is npm's shell, npm: a process whose parent dies gets another parent. */
function startedBy(): string {
  const { ppid } = process;
  const [name, parent] = processOf(ppid);
  return /^(?:ba|da|z|k|a)?sh$|^busybox$/.test(name) ? `${ppid} of ${parent}` : String(ppid);
}

/** Name and parent of a process; empty where there is no /proc. */
function processOf(pid: number): [name: string, parent: string] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return [stat.slice(stat.indexOf('(') + 1, end), stat.slice(end + 2).split(' ')[1] ?? ''];
  } catch {
    return ['', ''];
  }
}
