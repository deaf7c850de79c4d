import { open } from 'node:fs/promises';
import { type BadLine, inParts, type JsonLine, readJsonLines } from '@fridge/server/households/json-lines';
import { REPORT_BYTES } from '@fridge/server/activities/report/report-fields';
import { REPORTS_AT_ONCE } from '@fridge/server/activities/report/report-commands';
import { commands } from '@fridge/server/commands/all';
import type { AnswerTo } from '@fridge/server/commands/run';
import type { Command } from 'commander';
import { messageOf } from '@fridge/server/storage/text';
import { addAsker, askerOf } from './arguments.ts';
import { importProblems } from './bad-lines.ts';
import type { Tool } from './tool.ts';

/** Bytes per request, unless a line is longer. */
const BYTES_AT_ONCE = 1024 * 1024;
/** Longer than a report with every character as `\uXXXX`. */
const LONGEST_LINE = 6 * REPORT_BYTES;

export function addReportCommands(group: Command, { ask, finish }: Tool): void {
  const declared = commands['report import'];
  const verb = group.command('import').description(declared.does);
  addAsker(verb, declared);
  verb
    .argument('<file.jsonl>', 'one JSON object a line: fridgeId and the fields of the report')
    .action(async (file: string) => {
      const asker = askerOf(verb.opts());
      const done = await importFile(file, (reports, continued) => ask('report import', { reports, continued }, asker));
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
async function importFile(
  file: string,
  send: (reports: unknown[], continued: boolean) => Promise<AnswerTo<'report import'>>,
) {
  const handle = await open(file).catch((error: unknown) => {
    throw new Error(`${file} can't be read (${messageOf(error)}). Nothing was imported.`);
  });
  const rejected: BadLine[] = [];
  let imported = 0;
  let added = 0;
  let stopped: string | null = null;
  let continued = false;
  try {
    const lines = goodLines(readJsonLines(handle.createReadStream(), LONGEST_LINE), rejected);
    for await (const part of inParts(lines, { lines: REPORTS_AT_ONCE, bytes: BYTES_AT_ONCE })) {
      const answer = await send(
        part.map(({ value }) => value),
        continued,
      );
      continued = true;
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

async function* goodLines(lines: AsyncIterable<JsonLine | BadLine>, bad: BadLine[]): AsyncGenerator<JsonLine> {
  for await (const line of lines) {
    if ('reason' in line) bad.push(line);
    else yield line;
  }
}
