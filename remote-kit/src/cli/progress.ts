/** Lines on stderr, the same in a terminal and in a CI log. */
export interface Progress {
  /** A step begins; one that takes long is named again every 10 s. */
  step: (text: string) => void;
  /** A line that belongs to the step. */
  note: (text: string) => void;
}

const REMINDER_MS = 10_000;

/** @param write gets whole lines */
export function createProgress(write: (line: string) => void): Progress & { stop: () => void } {
  let reminder: ReturnType<typeof setInterval> | undefined;
  const stop = () => clearInterval(reminder);
  return {
    step(text) {
      stop();
      write(`${text} …`);
      const began = Date.now();
      reminder = setInterval(() => {
        write(`  ${text}: ${Math.round((Date.now() - began) / 1000)} s so far`);
      }, REMINDER_MS);
      reminder.unref();
    },
    note: (text) => write(`  ${text}`),
    stop,
  };
}
