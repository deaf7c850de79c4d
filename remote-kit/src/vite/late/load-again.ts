import { askedAgain, LATE_CODE_FAILED, type LateCodeFailed, movedAddress } from '@fridge/shared-contracts/page';

/** Milliseconds before a pending request is retried. */
const PATIENCE_MS = 4_000;

/**
 * Loads files with retries. Engines may cache a failed import by address and join a hanging request, so each retry uses
 * another address; the first copy to arrive serves all callers.
 * @param addressOf the address of a file's n-th retry, the file itself for 0
 */
export function createLoadAgain<Loaded>(
  request: (address: string) => Promise<Loaded>,
  addressOf: (file: string, attempt: number) => string,
): (file: string) => Promise<Loaded> {
  const files = new Map<string, () => Promise<Loaded>>();
  return (file) => {
    const load = files.get(file) ?? lateFile(request, (attempt) => addressOf(file, attempt));
    files.set(file, load);
    return load();
  };
}

function lateFile<Loaded>(
  request: (address: string) => Promise<Loaded>,
  addressOf: (attempt: number) => string,
): () => Promise<Loaded> {
  let attempts = 0;
  let arrive: (copy: Loaded) => void = ignore;
  const first = new Promise<Loaded>((resolve) => (arrive = resolve));
  let latest = first;
  /** Until then callers join the latest attempt. */
  let joinedUntil = 0;
  const attempt = async (number: number) => {
    try {
      arrive(await request(addressOf(number)));
      joinedUntil = Infinity;
    } catch (error) {
      if (number === attempts - 1 && joinedUntil < Infinity) joinedUntil = 0;
      throw error;
    }
    return first;
  };
  return () => {
    const now = performance.now();
    if (now < joinedUntil) return latest;
    joinedUntil = now + PATIENCE_MS;
    attempts += 1;
    latest = Promise.race([first, attempt(attempts - 1)]);
    return latest;
  };
}

const ignore = () => undefined;

/**
 * Does the `import()` of late chunks; inlined into the chunk that has them (`heal-late-chunks.ts`). The host reports
 * what fails here: whoever asked for the code only learns that it didn't come.
 * @param load `import()` itself
 * @param base the chunk's `import.meta.url`
 */
export function createImportAgain(load: (address: string) => Promise<unknown>, base: string, isHost: boolean) {
  const request = (href: string) =>
    load(href).catch((error) => {
      dispatchEvent(new CustomEvent<LateCodeFailed>(LATE_CODE_FAILED, { detail: { href, error } }));
      throw error;
    });
  const importAgain = createLoadAgain(request, isHost ? movedAddress : askedAgain);
  return (file: string) => importAgain(new URL(file, base).href);
}
