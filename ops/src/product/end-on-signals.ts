import { readFileSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const CHECK_NPM_EVERY_MS = 500;

/**
 * Ends this process on a signal, or when its npm is gone; during the start at once, with its child processes (see
 * `startServer`).
 * @returns takes the function that closes everything once it runs
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

/** npm may not pass on signals, and passes none when killed. A process not started by npm may outlive its shell. */
function onNpmGone(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const started = startedBy();
  const watching = setInterval(() => {
    if (startedBy() === started) return;
    clearInterval(watching);
    end();
  }, CHECK_NPM_EVERY_MS).unref();
}

/** The parent's id and, behind npm's shell, npm's. Orphans get another parent. */
function startedBy(): string {
  const { ppid } = process;
  const [name, parent] = processOf(ppid);
  return /^(?:ba|da|z|k|a)?sh$|^busybox$/.test(name) ? `${ppid} of ${parent}` : String(ppid);
}

/** Empty without /proc. */
function processOf(pid: number): [name: string, parent: string] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return [stat.slice(stat.indexOf('(') + 1, end), stat.slice(end + 2).split(' ')[1] ?? ''];
  } catch {
    return ['', ''];
  }
}
