import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 300;

/** What isn't source of a release. Names that begin with a dot are left out too. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage']);

/**
 * Looks at a remote's sources again and again: editors replace files in ways that no watcher of all systems reports.
 * @returns resolves once they differ from `before`
 */
export async function changedSources(folder: string, before: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    await pause(LOOK_EVERY_MS, undefined, { signal });
    const now = await sourcesOf(folder);
    if (now !== before && (await sourcesOf(folder)) === now) return now;
  }
}

/** @returns changes with each file that is written, added or removed */
export async function sourcesOf(folder: string): Promise<string> {
  const lines: string[] = [];
  await look(folder, lines);
  return lines.toSorted().join('\n');
}

async function look(folder: string, lines: string[]): Promise<void> {
  // What is gone a moment later is a change as well.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.name.startsWith('.') || LEFT_OUT.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await look(path, lines);
    else {
      const found = await stat(path).catch(() => null);
      lines.push(`${path} ${found?.mtimeMs} ${found?.size}`);
    }
  }
}
