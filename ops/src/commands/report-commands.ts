import { open } from 'node:fs/promises';
import { type ImportedReports, REPORT_BYTES, REPORTS_AT_ONCE } from '@fridge/server/operator-protocol';
import type { Command } from 'commander';
import { messageOf } from '@fridge/server/text';
import { type BadLine, importProblems } from './code-commands.ts';
import { nonEmptyText, type Tool } from './tool.ts';

/** Bytes per request, unless a line is longer. */
const BYTES_AT_ONCE = 1024 * 1024;

export function addReportCommands(program: Command, { ask, finish }: Tool): void {
  program
    .command('report')
    .description('the annual reports of the running server')
    .command('import')
    .argument('<file.jsonl>', 'one JSON object a line: fridgeId and the fields of the report', nonEmptyText)
    .description('adds or replaces the reports of fridges; bad lines are named, good ones go in')
    .action(async (file: string) => {
      const done = await importFile(file, (reports) => ask({ command: 'report.import', reports }));
      const { imported, added, rejected, stopped } = done;
      const summary = `${imported} reports imported, ${added} of them for fridges that had none; ${rejected.length} lines not.`;
      finish(
        [summary, ...importProblems(rejected, stopped)].join('\n'),
        { imported, added, rejected, ...(stopped !== null && { error: stopped }) },
        rejected.length === 0 && stopped === null ? 'done' : 'notDone',
      );
    });
}

/** @throws when the file can't be opened; later errors are reported with what was imported */
async function importFile(file: string, send: (reports: unknown[]) => Promise<ImportedReports>) {
  const handle = await open(file).catch((error: unknown) => {
    throw new Error(`${file} can't be read (${messageOf(error)}). Nothing was imported.`);
  });
  const rejected: BadLine[] = [];
  let imported = 0;
  let added = 0;
  let stopped: string | null = null;
  try {
    for await (const part of inParts(readReportLines(handle.createReadStream()), rejected)) {
      const answer = await send(part.map(({ report }) => report));
      imported += answer.imported;
      added += answer.added;
      for (const { row, reason } of answer.rejected) rejected.push({ line: part[row - 1]?.line ?? 0, reason });
    }
  } catch (error) {
    stopped = messageOf(error);
  } finally {
    await handle.close();
  }
  rejected.sort((left, right) => left.line - right.line);
  return { imported, added, rejected, stopped };
}

/** @param bad collects the lines that can't be sent */
async function* inParts(lines: AsyncIterable<ReportLine | BadLine>, bad: BadLine[]): AsyncGenerator<ReportLine[]> {
  let part: ReportLine[] = [];
  let bytes = 0;
  for await (const line of lines) {
    if ('reason' in line) {
      bad.push(line);
      continue;
    }
    if (part.length === REPORTS_AT_ONCE || (part.length > 0 && bytes + line.bytes > BYTES_AT_ONCE)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(line);
    bytes += line.bytes;
  }
  if (part.length > 0) yield part;
}

/** Not validated. */
type ReportLine = { line: number; bytes: number; report: unknown };

const NEWLINE = 0x0a;
/** Longer than a report with every character as `\uXXXX`. */
const LONGEST_LINE = 6 * REPORT_BYTES;

/** Reads JSON lines in constant memory, without blank ones. @param chunks UTF-8 */
export async function* readReportLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReportLine | BadLine> {
  let line = 1;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const add = (part: Uint8Array) => {
    bytes += part.length;
    if (bytes <= LONGEST_LINE) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield* readLine(line, bytes, parts);
      line += 1;
      parts = [];
      bytes = 0;
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  yield* readLine(line, bytes, parts);
}

function* readLine(line: number, bytes: number, parts: readonly Uint8Array[]): Generator<ReportLine | BadLine> {
  if (bytes > LONGEST_LINE) {
    yield { line, reason: `longer than ${LONGEST_LINE} bytes` };
    return;
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    yield { line, reason: 'not UTF-8' };
    return;
  }
  if (text.trim() === '') return;
  try {
    const report: unknown = JSON.parse(text);
    yield { line, bytes, report };
  } catch {
    // The parser's message may quote personal data.
    yield { line, reason: 'not JSON' };
  }
}
