import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';
import { count, number, text as words } from './fields.ts';

/** The others are counted. */
const NAMED_LINES = 1_000;

const badLine = v.object({ line: number, reason: words });
type BadLine = v.InferOutput<typeof badLine>;

/** Of an answer. Lines are named by number and reason, never quoted: they hold personal data. */
export const badLinesSchema = { rejected: count, badLines: v.array(badLine) };

/** Collects what is wrong in a file, in bounded memory. */
export function createBadLines() {
  const badLines: BadLine[] = [];
  let rejected = 0;
  return {
    add({ line, reason }: BadLine) {
      rejected += 1;
      if (badLines.length < NAMED_LINES) badLines.push({ line, reason });
    },
    listed: () => ({ rejected, badLines: badLines.toSorted((left, right) => left.line - right.line) }),
  };
}
export type BadLines = ReturnType<typeof createBadLines>;

/** Stands where a body wasn't UTF-8. */
const REPLACEMENT = '\uFFFD';

/** Characters that are read in one turn of the event loop: a few milliseconds, whatever they hold. */
const READ_PER_TURN = 64 * 1024;
/** What reading a line costs besides its characters, in characters. */
const LINE_COST = 500;

/**
 * Reads JSON lines one by one, without blank ones. Numbers count all lines, from 1. Other work of the process goes on
 * meanwhile.
 * @param mostBytes of a line; a longer one is bad
 * @param read what a line's value is, or why it is bad
 */
export async function* readJsonLines<Row extends object>(
  text: string,
  mostBytes: number,
  read: (value: unknown) => Row | { reason: string },
): AsyncGenerator<({ line: number } & Row) | BadLine> {
  let [line, cost] = [1, 0];
  for (let start = 0; start < text.length; line += 1) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const content = start === end ? '' : text.slice(start, end).trim();
    cost += end + 1 - start + (content === '' ? 0 : LINE_COST);
    start = end + 1;
    if (content !== '') yield { line, ...readLine(content, mostBytes, read) };
    if (cost < READ_PER_TURN) continue;
    await nextTurn();
    cost = 0;
  }
}

function readLine<Row>(content: string, mostBytes: number, read: (value: unknown) => Row): Row | { reason: string } {
  if (Buffer.byteLength(content) > mostBytes) return { reason: `longer than ${mostBytes} bytes` };
  if (content.includes(REPLACEMENT)) return { reason: 'not UTF-8' };
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    // The parser's message may quote personal data.
    return { reason: 'not JSON' };
  }
  return read(value);
}

const MOST_ISSUES = 5;

/** Why a row isn't taken. @param nameOf the field that an issue is about, never its value */
export function reasonOf<Issue extends v.BaseIssue<unknown>>(
  issues: readonly Issue[],
  nameOf: (issue: Issue) => string,
): string {
  const named = issues.slice(0, MOST_ISSUES).map((issue) => `${nameOf(issue)}: ${issue.message}`);
  return [...named, ...(issues.length > MOST_ISSUES ? [`${issues.length - MOST_ISSUES} more`] : [])].join('; ');
}
