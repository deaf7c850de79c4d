import { readFileSync, statSync } from 'node:fs';

const CHECK_INTERVAL_MS = 1_000;
/** Two edits within this time may leave the same time stamp. */
const STAMP_RESOLUTION_MS = 1_000;

export interface FollowedFile<Content> {
  /** Last valid content, or `initial`. */
  current(): Content;
  look(): void;
  close(): void;
}

/**
 * Follows a file with one `stat` per second, without keeping the process alive. Content that `parse` refuses
 * (half-written) changes nothing.
 * @param options.parse throws with a printable message
 * @param options.onChange once per change, with the problem or `null`
 */
export function followFile<Content>(
  path: string,
  {
    initial,
    parse,
    onChange,
  }: { initial: Content; parse: (text: string) => Content; onChange: (problem: string | null) => void },
): FollowedFile<Content> {
  let content = initial;
  let lastText: string | null = null;
  const { look, close } = watchFile(path, () => {
    try {
      const text = readFileSync(path, 'utf8');
      if (text === lastText) return;
      lastText = text;
      content = parse(text);
    } catch (error) {
      onChange(error instanceof Error ? error.message : 'unreadable');
      return;
    }
    onChange(null);
  });
  return { current: () => content, look, close };
}

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
