/**
 * Loads files so that asking again heals. Engines may keep a failed import failed for the page's life, by its address,
 * and join a request to one that hangs: each new try of a file takes another address, and what has arrived once is what
 * everybody gets. The build writes this function into each chunk that imports another one late, so it refers to
 * nothing outside itself (`heal-late-chunks.ts`).
 * @param request asks for an address once
 * @param addressOf where to find a file on its n-th retry
 * @param patience a file that was asked for so long ago and hasn't come is asked for anew, milliseconds
 */
export function createLoadAgain<Loaded>(
  request: (address: string) => Promise<Loaded>,
  addressOf: (file: string, attempt: number) => string,
  patience = 4_000,
  now: () => number = () => performance.now(),
): (file: string) => Promise<Loaded> {
  type Try = { at: number; state: 'coming' | 'here' | 'failed'; loaded: Promise<Loaded> };
  const files = new Map<string, { attempts: number; latest: Try }>();
  const start = (file: string, attempt: number) => {
    const latest: Try = { at: now(), state: 'coming', loaded: request(attempt === 0 ? file : addressOf(file, attempt)) };
    files.set(file, { attempts: attempt + 1, latest });
    latest.loaded.then(
      () => {
        latest.state = 'here';
        const known = files.get(file);
        // A try that was given up arrives after all: unless a later one was faster, it serves whoever asks next.
        if (known && known.latest.state !== 'here') known.latest = latest;
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
    if (latest.state === 'here' || (latest.state === 'coming' && now() - latest.at < patience)) return latest.loaded;
    return start(file, attempts);
  };
}
