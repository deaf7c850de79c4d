import { readFileSync } from 'node:fs';

/** Ctrl-C, an ordinary kill, and the terminal's window being closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How soon it is seen that npm is gone. */
const LOOK_FOR_NPM_MS = 500;

/**
 * Ends this process in good order when it is told to, or when the npm that runs it is gone, from its first moment on.
 * Until it runs there is nothing to close: it ends at once, and what it started so far ends with it (see `startServer`).
 * @returns takes what closes everything, once it runs
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
 * npm passes signals on to the shell that it starts at best, and none when it is killed. What was started otherwise is
 * left alone: it may be meant to outlive its shell.
 */
function onNpmGone(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const started = startedBy();
  const watching = setInterval(() => {
    if (startedBy() === started) return;
    clearInterval(watching);
    end();
  }, LOOK_FOR_NPM_MS).unref();
}

/** The process that runs this one, and where that is npm's shell, npm itself: a process whose parent dies gets another. */
function startedBy(): string {
  const { ppid } = process;
  const [name, parent] = processOf(ppid);
  return /^(?:ba|da|z|k|a)?sh$|^busybox$/.test(name) ? `${ppid} of ${parent}` : String(ppid);
}

/** Name and parent of a process, from Linux' /proc; nothing where there is none. */
function processOf(pid: number): [name: string, parent: string] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return [stat.slice(stat.indexOf('(') + 1, end), stat.slice(end + 2).split(' ')[1] ?? ''];
  } catch {
    return ['', ''];
  }
}
