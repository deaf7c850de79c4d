import { open } from 'node:fs/promises';
import { type ImportedReports, REPORTS_AT_ONCE } from '@fridge/server/operator-protocol';
import type { Command } from 'commander';
import { messageOf } from '../message-of.ts';
import type { BadLine } from '../operator/read-codes.ts';
import { readReportLines, type ReportLine } from '../operator/read-report-lines.ts';
import { nonEmptyText } from './argument-values.ts';
import { importProblems } from './code-commands.ts';
import type { CommandResult, Tool } from './tool.ts';

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
      finish(await importFile(file, (reports) => ask({ command: 'report.import', reports })));
    });
}

type Send = (reports: unknown[]) => Promise<ImportedReports>;

/** @throws when the file can't be opened; later errors are reported with what was imported */
async function importFile(file: string, send: Send): Promise<CommandResult> {
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
  const summary = `${imported} reports imported, ${added} of them for fridges that had none; ${rejected.length} lines not.`;
  return {
    ok: rejected.length === 0 && stopped === null,
    text: [summary, ...importProblems(rejected, stopped)].join('\n'),
    data: { imported, added, rejected, ...(stopped !== null && { error: stopped }) },
  };
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
