/** @property userId for fair turns: a user, or a team; @property signal ends the wait */
type Waiting = { userId: string; signal?: AbortSignal };

/**
 * Slots shared fairly: the next goes to the user with the fewest, then to the one served longest ago. A turn that needs
 * several slots isn't overtaken forever.
 * @returns runs `work` with `count` slots; rejects with the signal's reason on abort before
 */
export function processingSlots(total: number) {
  /** `served`: order of last service or arrival; `turns`: waiting or running. */
  type User = { held: number; served: number; turns: number };
  type Turn = { count: number; user: User; start: () => void };
  let free = total;
  let starts = 0;
  const users = new Map<string, User>();
  const waiting: Turn[] = [];

  function startNext(): void {
    for (;;) {
      const [next] = waiting.toSorted(
        (left, right) => left.user.held - right.user.held || left.user.served - right.user.served,
      );
      if (next === undefined || next.count > free) return;
      waiting.splice(waiting.indexOf(next), 1);
      free -= next.count;
      starts += 1;
      next.user.held += next.count;
      next.user.served = starts + 0.5;
      next.start();
    }
  }

  return async <Result>(count: number, { userId, signal }: Waiting, work: () => Promise<Result>): Promise<Result> => {
    signal?.throwIfAborted();
    // A new user comes after those already waiting.
    const user = users.get(userId) ?? { held: 0, served: starts, turns: 0 };
    users.set(userId, user);
    user.turns += 1;
    const turn: Turn = { count, user, start: () => undefined };
    try {
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(signal?.reason);
        };
        turn.start = () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(turn);
        startNext();
      });
      try {
        return await work();
      } finally {
        free += count;
        user.held -= count;
      }
    } finally {
      user.turns -= 1;
      if (user.turns === 0) users.delete(userId);
      startNext();
    }
  };
}
