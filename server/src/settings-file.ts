import { readFileSync, statSync } from 'node:fs';

/** An edit is noticed within this time. */
const LOOK_EVERY_MS = 1_000;
/** Within this time of an edit another one may leave the same time stamp. */
const STAMP_RESOLUTION_MS = 1_000;

export interface FollowedFile<Content> {
  /** The last good content, or what was given for none. */
  current(): Content;
  /** Looks at the file now, for who can't wait for the next look. */
  look(): void;
  /** Stops following. */
  close(): void;
}

/**
 * Follows a file that people edit while the program runs, by looking at it once a second; a look costs one `stat`.
 * A file that is half written, or that `parse` refuses, changes nothing: the last good content stays. The timer alone
 * doesn't keep the process alive.
 * @param options.parse reads the text; what it throws tells what is wrong, in words fit to print
 * @param options.onChange told once per change of the file, with what was wrong or `null` for a good one
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
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return { current: () => content, look, close: () => clearInterval(timer) };
}

/**
 * Changes whenever the file does, and with every look while an edit is so fresh that its time stamp can't tell; empty
 * where there is no file, or it can't be looked at.
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
