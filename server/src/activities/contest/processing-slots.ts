/** Gives slots back; calling it twice does nothing more. */
export type Release = () => void;

/**
 * So many slots, shared by users in turn: next is one of those who hold the fewest, among them whoever was longest
 * without a slot, however many others wait behind their own. One that asks for many isn't overtaken for ever.
 * @returns waits for `count` of them; rejects with the signal's reason when nobody waits any more
 */
export function processingSlots(total: number): (count: number, userId: string, signal: AbortSignal) => Promise<Release> {
  type Turn = { count: number; userId: string; start: () => void };
  let free = total;
  let starts = 0;
  const waiting: Turn[] = [];
  /** Of users who hold slots or wait: how many they hold, and when they last got one or came. */
  const users = new Map<string, { held: number; served: number; turns: number }>();

  // Who comes anew is before whoever was served last, and behind whoever waits since then.
  const userOf = (userId: string) => users.get(userId) ?? { held: 0, served: starts, turns: 0 };
  const before = (left: Turn, right: Turn): boolean => {
    const [mine, theirs] = [userOf(left.userId), userOf(right.userId)];
    return mine.held === theirs.held ? mine.served < theirs.served : mine.held < theirs.held;
  };

  function startNext(): void {
    while (waiting.length > 0) {
      // Of one user's turns the first stays first.
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

  /** Forgets a user with the last of their turns. */
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
