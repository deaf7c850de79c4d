/**
 * A line of so many places, first come first served. What is cancelled gives its place back at once, even if its work
 * takes its time to end.
 */
export function createUploadLine(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async function run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let left = false;
    const leaveOnce = () => {
      if (!left) leave();
      left = true;
    };
    signal.addEventListener('abort', leaveOnce);
    if (signal.aborted) leaveOnce();
    try {
      return await work();
    } finally {
      signal.removeEventListener('abort', leaveOnce);
      leaveOnce();
    }
  };
}
