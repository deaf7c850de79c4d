/**
 * Loads files with retries. Engines may cache a failed import by address and join a hanging request, so each retry uses
 * another address; the first copy to arrive serves all callers. Inlined into chunks, so it references nothing outside
 * itself (`heal-late-chunks.ts`).
 * @param addressOf the address of a file's n-th retry
 * @param patience milliseconds before a pending request is retried
 */
export function createLoadAgain<Loaded>(
  request: (address: string) => Promise<Loaded>,
  addressOf: (file: string, attempt: number) => string,
  patience = 4_000,
  now: () => number = () => performance.now(),
): (file: string) => Promise<Loaded> {
  type Try = { at: number; state: 'pending' | 'loaded' | 'failed'; loaded: Promise<Loaded> };
  const files = new Map<string, { attempts: number; latest: Try }>();
  const start = (file: string, attempt: number) => {
    const latest: Try = {
      at: now(),
      state: 'pending',
      loaded: request(attempt === 0 ? file : addressOf(file, attempt)),
    };
    files.set(file, { attempts: attempt + 1, latest });
    latest.loaded.then(
      () => {
        latest.state = 'loaded';
        const known = files.get(file);
        // An abandoned try has arrived: use it, unless a later one was faster.
        if (known && known.latest.state !== 'loaded') known.latest = latest;
      },
      () => {
        latest.state = 'failed';
      },
    );
    return latest.loaded;
  };
  return (file) => {
    const known = files.get(file);
    if (!known) return start(file, 0);
    const { latest, attempts } = known;
    if (latest.state === 'loaded' || (latest.state === 'pending' && now() - latest.at < patience)) return latest.loaded;
    return start(file, attempts);
  };
}
