const LOOKS = 20;
const SHORTEST_LOOK_MS = 5;

/**
 * One timer for any number of deadlines of the same length; each ends up to a twentieth late.
 * @returns starts one, and gives what cancels it
 */
export function createDeadlines(limitMs: number): (onEnd: () => void) => () => void {
  // In the order of their ends.
  const open = new Set<{ endsAt: number; onEnd: () => void }>();
  let timer: NodeJS.Timeout | null = null;
  const look = () => {
    const now = performance.now();
    for (const each of open) {
      if (each.endsAt > now) break;
      open.delete(each);
      each.onEnd();
    }
    if (open.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
  return (onEnd) => {
    const deadline = { endsAt: performance.now() + limitMs, onEnd };
    open.add(deadline);
    timer ??= setInterval(look, Math.max(SHORTEST_LOOK_MS, limitMs / LOOKS));
    return () => void open.delete(deadline);
  };
}
