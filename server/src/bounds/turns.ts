import { NoTurn, TooManyWaiting } from '../database/database.ts';

/**
 * @property sender for fair turns: a user, an address or a team
 * @property slots that the work takes
 * @property signal ends the wait
 */
type Asked = { sender?: string; slots?: number; signal?: AbortSignal };

/** `served`: order of the last turn, or of arrival; `turns`: waiting or running. */
type Sender = { held: number; served: number; turns: number };
type Turn = { sender: Sender; slots: number; start: () => void };

/** What a timer takes at most. */
const FOR_EVER_MS = 2 ** 31 - 1;

/**
 * Runs works in a bounded number of slots; the others wait. The next turn is that of the sender who holds the fewest
 * slots, then of the one served longest ago. A turn that takes several isn't overtaken for ever.
 * @param terms.waiting how many may wait; above it `TooManyWaiting`
 * @param terms.waitMs longest wait, then `NoTurn`
 */
export function createTurns({
  name,
  atOnce,
  waiting: mostWaiting = Infinity,
  waitMs = FOR_EVER_MS,
}: {
  name: string;
  atOnce: number;
  waiting?: number;
  waitMs?: number;
}) {
  let [running, starts] = [0, 0];
  const senders = new Map<string, Sender>();
  const waiting = new Set<Turn>();

  function startNext(): void {
    for (;;) {
      let [next] = waiting;
      for (const turn of waiting) if (next !== undefined && comesBefore(turn.sender, next.sender)) next = turn;
      if (next === undefined || running + next.slots > atOnce) return;
      waiting.delete(next);
      running += next.slots;
      starts += 1;
      next.sender.held += next.slots;
      next.sender.served = starts + 0.5;
      next.start();
    }
  }

  const turnOf = (sender: Sender, { slots, signal }: { slots: number; signal?: AbortSignal | undefined }) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted();
      if (running >= atOnce && waiting.size >= mostWaiting) throw new TooManyWaiting(name);
      let limit: NodeJS.Timeout | undefined;
      const leave = () => {
        clearTimeout(limit);
        waiting.delete(turn);
        reject(signal?.aborted ? signal.reason : new NoTurn());
      };
      const start = () => {
        clearTimeout(limit);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const turn = { sender, slots, start };
      waiting.add(turn);
      startNext();
      if (!waiting.has(turn)) return;
      limit = setTimeout(leave, waitMs);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return {
    async run<Result>(
      work: () => Promise<Result>,
      { sender: key = '', slots = 1, signal }: Asked = {},
    ): Promise<Result> {
      // A new sender comes after those who wait already.
      const sender = senders.get(key) ?? { held: 0, served: starts, turns: 0 };
      senders.set(key, sender);
      sender.turns += 1;
      try {
        await turnOf(sender, { slots, signal });
        try {
          return await work();
        } finally {
          running -= slots;
          sender.held -= slots;
        }
      } finally {
        sender.turns -= 1;
        if (sender.turns === 0) senders.delete(key);
        startNext();
      }
    },
    load: () => ({ running, waiting: waiting.size }),
  };
}

const comesBefore = (one: Sender, other: Sender): boolean =>
  one.held === other.held ? one.served < other.served : one.held < other.held;
