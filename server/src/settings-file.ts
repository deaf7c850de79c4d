import { readFileSync, statSync } from 'node:fs';

const CHECK_INTERVAL_MS = 1_000;
/** Within this time of an edit another one may leave the same time stamp. */
const STAMP_RESOLUTION_MS = 1_000;

export interface FollowedFile<Content> {
  /** The last valid content, or `initial`. */
  current(): Content;
  /** Checks the file now. */
  look(): void;
  /** Stops following. */
  close(): void;
}

/**
 * Follows a file that people edit, with one `stat` per second; the timer doesn't keep the process alive. Content that
 * `parse` refuses, such as a half-written file, changes nothing.
 * @param options.parse throws with a printable message
 * @param options.onChange called once per change, with the problem or `null`
 */
export function followFile<Content>(
  path: string,
  { initial, parse, onChange }: { initial: Content; parse: (text: string) => Content; onChange: (problem: string | null) => void },
): FollowedFile<Content> {
  let content = initial;
  let seen = '';
  let lastText: string | null = null;
  const look = () => {
    const stamp = stampOf(path);
    if (stamp === seen) return;
    seen = stamp;
    if (stamp === '') return;
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
  };
  look();
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref();
  return { current: () => content, look, close: () => clearInterval(timer) };
}

/**
 * Differs after every change, and at every check while an edit is too fresh for its time stamp to tell; empty when the
 * file is missing or unreadable.
 */
function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return '';
    const fresh = Date.now() - stat.mtimeMs < STAMP_RESOLUTION_MS ? performance.now() : '';
    return `${stat.ino}/${stat.size}/${stat.mtimeMs}/${fresh}`;
  } catch {
    return '';
  }
}
