import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { type ImportedReports, REPORTS_AT_ONCE } from '@fridge/server/operator-protocol';
import { askServer } from '../operator/ask-server.ts';
import type { BadLine } from '../operator/read-codes.ts';
import { readReportLines, type ReportLine } from '../operator/read-report-lines.ts';
import { stateFolder } from '../workspace.ts';
import { someText } from './argument-values.ts';
import type { CommandResult, Tool } from './tool.ts';

/** Bytes of a file that are sent at once, unless a single line has more. */
const BYTES_AT_ONCE = 1024 * 1024;

/** The 2022 reports of the running server. */
export function addReportCommands(program: Command, { env, finish }: Tool): void {
  program
    .command('report')
    .description('the annual reports of the running server')
    .command('import')
    .argument('<file.jsonl>', 'one JSON object a line: fridgeId and the fields of the report', someText)
    .description('adds or replaces the reports of fridges; bad lines are named, good ones go in')
    .action(async (file: string) => {
      finish(await importFile(file, (reports) => askServer(stateFolder(env).operatorSocket, { command: 'report.import', reports })));
    });
}

type Send = (reports: unknown[]) => Promise<ImportedReports>;

/** @throws when the file can't be opened; what goes wrong later is told with what was done until then */
async function importFile(file: string, send: Send): Promise<CommandResult> {
  const handle = await open(file).catch((error: unknown) => {
    throw new Error(`${file} can't be read (${messageOf(error)}). Nothing was imported.`);
  });
  const done: Done = { imported: 0, added: 0, rejected: [] };
  let stopped: string | null = null;
  try {
    for await (const part of inParts(readReportLines(handle.createReadStream()), done.rejected)) {
      const answer = await send(part.map(({ report }) => report));
      done.imported += answer.imported;
      done.added += answer.added;
      for (const { row, reason } of answer.rejected) done.rejected.push({ line: part[row - 1]?.line ?? 0, reason });
    }
  } catch (error) {
    stopped = messageOf(error);
  } finally {
    await handle.close();
  }
  done.rejected.sort((left, right) => left.line - right.line);
  return summaryOf(done, stopped);
}

/** Lines in parts that the server takes at once. @param bad takes the lines that can't be sent */
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

type Done = { imported: number; added: number; rejected: BadLine[] };

function summaryOf({ imported, added, rejected }: Done, stopped: string | null): CommandResult {
  const lines = [
    `${imported} reports imported, ${added} of them for fridges that had none; ${rejected.length} lines not.`,
    ...rejected.map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(stopped === null ? [] : [`The import stopped before the end: ${stopped}`, 'Import the file again: what is in already stays as it is.']),
  ];
  return { ok: rejected.length === 0 && stopped === null, text: lines.join('\n'), data: { imported, added, rejected, ...(stopped !== null && { error: stopped }) } };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
