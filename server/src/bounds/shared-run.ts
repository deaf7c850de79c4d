/** @returns runs the work once at a time; who asks during a run waits for the next one, together with all others */
export function sharedRun(work: () => Promise<void>): () => Promise<void> {
  let current = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= current.then(() => {
      const run = work();
      current = run.catch(() => undefined);
      next = null;
      return run;
    });
    return next;
  };
}

/** @returns runs the work once at a time; who asks during a run gets its result */
export function joinedRun<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => (underWay ??= work().finally(() => (underWay = null)));
}
