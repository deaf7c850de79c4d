import * as v from 'valibot';
import type { Machine } from '../machines/machine.ts';
import { UNIT } from './program-unit.ts';

/** How often each event was logged. */
export type LoggedEvents = Readonly<Record<string, number>>;

/** pino's `warn`. */
const WARN = 40;
/** Of level `info`, and what tells that a failure is over. */
const RECOVERY = /^(started|.*(Again|Back))$/;

const lineSchema = v.object({ event: v.string(), level: v.number() });

/** What the programs logged of a failure, and of its end, since then. */
export async function loggedEvents(programs: readonly Machine[], sinceMs: number): Promise<LoggedEvents> {
  const since = `@${Math.floor(sinceMs / 1_000)}`;
  const logs = await Promise.all(
    programs.map((program) =>
      program.sh(
        `journalctl --unit ${UNIT} --no-pager --output cat --since ${since} | grep -v '"level":30,.*"request"' || true`,
      ),
    ),
  );
  return countEvents(logs.join('\n').split('\n'));
}

export function countEvents(lines: readonly string[]): LoggedEvents {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), lineSchema), line);
    if (!read.success) continue;
    const { event, level } = read.output;
    if (level >= WARN || RECOVERY.test(event)) counts[event] = (counts[event] ?? 0) + 1;
  }
  return counts;
}
