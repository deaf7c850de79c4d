/** Gives slots back; calling it twice does nothing more. */
export type Release = () => void;

/**
 * So many slots, given in the order they were asked for: one that asks for many isn't overtaken for ever.
 * @returns waits for `count` of them; rejects with the signal's reason when nobody waits any more
 */
export function processingSlots(total: number): (count: number, signal: AbortSignal) => Promise<Release> {
  let free = total;
  const waiting: { count: number; start: () => void }[] = [];

  function startNext(): void {
    for (let next = waiting[0]; next !== undefined && next.count <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.count;
      next.start();
    }
  }

  return (count, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal.reason);
        startNext();
      };
      const turn = {
        count,
        start: () => {
          signal.removeEventListener('abort', leave);
          let held = true;
          resolve(() => {
            if (held) free += count;
            held = false;
            startNext();
          });
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(turn);
      startNext();
    });
}
