import { statSync } from 'node:fs';

const CHECK_INTERVAL_MS = 1_000;
/** Two edits within this time may leave the same time stamp. */
const STAMP_RESOLUTION_MS = 1_000;

/**
 * Looks at a file once per second, without keeping the process alive.
 * @param onChange called at once if there is a file, and after each change, not when it goes
 */
export function watchFile(path: string, onChange: () => void): { look(): void; close(): void } {
  let seen = '';
  const look = () => {
    const stamp = stampOf(path);
    if (stamp === seen) return;
    seen = stamp;
    if (stamp !== '') onChange();
  };
  look();
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref();
  return { look, close: () => clearInterval(timer) };
}

/** Differs after every change, and at every check while the last edit is recent; empty when missing or unreadable. */
function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return '';
    const changedMs = Math.max(stat.mtimeMs, stat.ctimeMs); // the latter also when a file becomes readable
    const fresh = Date.now() - changedMs < STAMP_RESOLUTION_MS ? performance.now() : '';
    return `${stat.ino}/${stat.size}/${changedMs}/${fresh}`;
  } catch {
    return '';
  }
}
