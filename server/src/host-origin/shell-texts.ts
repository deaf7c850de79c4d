import type { Queries } from '../database/database.ts';
import { describeFault, type Log } from '../log/log.ts';
import { recentlyUsed } from '../bounds/recently-used.ts';
import { readShellText } from '../releases/registry/shell-rows.ts';
import { withinTime } from '../bounds/within-time.ts';

export type ShellTexts = {
  /**
   * Markup or styles of a release's shell.
   * @param integrity as the registry has it
   * @returns `null` when it isn't there, or not in time; a later page gets it then
   */
  of(integrity: string): Promise<string | null>;
};

/** Of some hundred releases. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;

/** Pages come without the text after it; what was asked goes on. */
const WAIT_MS = 300;

/** What wasn't found, or couldn't be read, isn't asked for again within it. */
const AGAIN_MS = 5_000;

/** Reads each text once. While the database is away, what is known is found, and pages don't wait for the rest. */
export function createShellTexts({ queries, log }: { queries: Queries; log?: Log }): ShellTexts {
  const kept = recentlyUsed<string>(KEPT_CHARACTERS, ({ length }) => length);
  const asked = new Map<string, Promise<string | null>>();
  let isAway = false;

  const read = async (integrity: string): Promise<string | null> => {
    try {
      const text = await readShellText(queries, integrity);
      isAway = false;
      return text === null ? null : kept.set(integrity, text);
    } catch (error) {
      if (!isAway) log?.error({ event: 'shellTextsNotRead', fault: describeFault(error) });
      isAway = true;
      return null;
    }
  };
  const ask = (integrity: string): Promise<string | null> => {
    const reading = read(integrity);
    void reading.then((text) => {
      if (text !== null) return asked.delete(integrity);
      return setTimeout(() => asked.delete(integrity), AGAIN_MS).unref();
    });
    const answer = withinTime(reading, WAIT_MS).catch(() => null);
    asked.set(integrity, answer);
    return answer;
  };
  return { of: async (integrity) => kept.get(integrity) ?? (await (asked.get(integrity) ?? ask(integrity))) };
}
