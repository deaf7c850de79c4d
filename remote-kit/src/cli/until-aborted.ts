import { once } from 'node:events';

/** Settles as the promise does; rejects at once on Ctrl-C, for work that can't be stopped itself. */
export async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const aborted = once(signal, 'abort').then((): never => {
    throw signal.reason;
  });
  return Promise.race([promise, aborted]);
}
