/** Ctrl-C, an ordinary kill, and the terminal's window being closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends this process in good order when it is told to, from its first moment on. Until it runs there is nothing to
 * close: it ends at once, and what it started so far ends with it (see `startServer`).
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
  return (stop) => {
    stopAll = stop;
  };
}
