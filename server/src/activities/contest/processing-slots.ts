export type Release = () => void;

/**
 * Slots shared fairly: the next goes to the user with the fewest, then to the one served longest ago. A turn that needs
 * several slots isn't overtaken forever.
 * @returns waits for `count` slots; rejects with the signal's reason on abort
 */
export function processingSlots(total: number): (count: number, userId: string, signal: AbortSignal) => Promise<Release> {
  type Turn = { count: number; userId: string; start: () => void };
  let free = total;
  let starts = 0;
  const waiting: Turn[] = [];
  /** Users with slots or turns; `served`: order of last service or arrival. */
  const users = new Map<string, { held: number; served: number; turns: number }>();

  // A new user comes after those already waiting.
  const userOf = (userId: string) => users.get(userId) ?? { held: 0, served: starts, turns: 0 };
  const before = (left: Turn, right: Turn): boolean => {
    const [mine, theirs] = [userOf(left.userId), userOf(right.userId)];
    return mine.held === theirs.held ? mine.served < theirs.served : mine.held < theirs.held;
  };

  function startNext(): void {
    while (waiting.length > 0) {
      const next = waiting.reduce((best, turn) => (before(turn, best) ? turn : best));
      if (next.count > free) return;
      waiting.splice(waiting.indexOf(next), 1);
      free -= next.count;
      starts += 1;
      const user = userOf(next.userId);
      users.set(next.userId, { ...user, held: user.held + next.count, served: starts + 0.5 });
      next.start();
    }
  }

  function endTurn(userId: string, held: number): void {
    const user = userOf(userId);
    if (user.turns > 1) users.set(userId, { ...user, held: user.held - held, turns: user.turns - 1 });
    else users.delete(userId);
    startNext();
  }

  return (count, userId, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal.reason);
        endTurn(userId, 0);
      };
      const turn: Turn = {
        count,
        userId,
        start: () => {
          signal.removeEventListener('abort', leave);
          let held = true;
          resolve(() => {
            if (!held) return;
            held = false;
            free += count;
            endTurn(userId, count);
          });
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      users.set(userId, { ...userOf(userId), turns: userOf(userId).turns + 1 });
      waiting.push(turn);
      startNext();
    });
}
