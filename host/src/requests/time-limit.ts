export type StopReason = 'timeout' | 'aborted';

/** Ends a piece of work when its time is up or its caller no longer wants it. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Resolves with the reason when the work has to stop; never while it may go on. */
  readonly stopped: Promise<StopReason>;
  /** The work is done: stops the watch. */
  end(): void;
}

/** `AbortSignal.timeout` and `.any` in one; web views of the browser floor have neither. */
export function startTimeLimit(milliseconds: number, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  let tell: ((reason: StopReason) => void) | undefined;
  const stopped = new Promise<StopReason>((resolve) => {
    tell = resolve;
  });
  const stop = (reason: StopReason) => {
    tell?.(reason);
    controller.abort();
  };
  const onAbort = () => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), milliseconds);
  if (outer?.aborted) onAbort();
  else outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    stopped,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
    },
  };
}
