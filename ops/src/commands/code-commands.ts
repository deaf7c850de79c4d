import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BadLine } from '@fridge/server/json-lines';
import {
  CODES_AT_ONCE,
  type ImportedCodes,
  type ListedDraw,
  type ListedImports,
} from '@fridge/server/activities/draw/draw-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import type { Command } from 'commander';
import { messageOf } from '@fridge/server/text';
import { commandName } from './command-name.ts';
import { csvLines, readCsvLine } from './csv.ts';
import {
  changeOptions,
  type ChangeOptions,
  doneBy,
  levelOf,
  minute,
  nonEmptyText,
  table,
  type Tool,
  warningLines,
  wholeNumberFrom,
} from './tool.ts';

const reasons = {
  malformed: 'code or secret is empty, too long or has blanks',
  repeated: 'the code stands in this file already',
  known: 'the code was imported before',
} as const satisfies Record<ImportedCodes['rejected'][number]['reason'], string>;

export type PrizeLevel = (typeof drawTerms.prizeLevels)[number];
type Import = { level: PrizeLevel; source: string; dryRun: boolean; by: string; why: string };

export function addCodeCommands(group: Command, { ask, finish }: Tool): void {
  changeOptions(group.command('import-codes'))
    .argument('<level>', 'level of a virtual prize', levelOf(drawTerms.prizeLevels))
    .argument('<file.csv>', 'its first line names the columns: code,pwd', nonEmptyText)
    .option('--dry-run', 'says what would go in, and changes nothing')
    .description(
      'adds codes to a virtual prize; the first line names the columns code,pwd; ' +
        'broken rows are named, good ones go in',
    )
    .action(async (level: PrizeLevel, file: string, options: ChangeOptions & { dryRun?: boolean }) => {
      const { dryRun = false } = options;
      const csv = await readFile(file).catch((error: unknown) => {
        throw new Error(`${file} can't be read (${messageOf(error)}). Nothing was imported.`);
      });
      const { rows, bad } = readCodes(csv);
      const done = await importParts({ level, source: basename(file), dryRun, ...doneBy(options) }, rows, ask);
      const rejected = [...bad, ...done.rejected].toSorted((a, b) => a.line - b.line);
      report({ ...done, rejected }, dryRun);
    });

  group
    .command('imports')
    .description('every import of codes: what went in, what was given out since')
    .action(async () => {
      const imports = await ask({ command: 'draw.imports' });
      finish(importTable(imports), imports);
    });

  changeOptions(group.command('take-back'))
    .argument('<import>', 'its number, see draw imports', wholeNumberFrom(1, 999_999_999))
    .description('removes the codes of an import, as long as none of it was given out')
    .action(async (importId: number, options: ChangeOptions) => {
      const { removed, draw } = await ask({ command: 'draw.takeBack', importId, ...doneBy(options) });
      const warnings = drawWarnings(draw);
      const lines = [`Import ${importId} is taken back: ${removed} codes are gone.`, ...warningLines(warnings)];
      finish(lines.join('\n'), { importId, removed, warnings });
    });

  /** Known rows count as done. */
  function report({ importId, imported, known, rejected, stopped }: Done, dryRun: boolean): void {
    const undo = `${commandName} draw take-back ${importId}`;
    const lines = [
      `${imported} codes ${dryRun ? 'would go in' : 'imported'}, ${rejected.length} rows not.`,
      ...importProblems(rejected, stopped),
      ...(importId === null
        ? []
        : [`This is import ${importId}. As long as none of it is given out, ${undo} removes it.`]),
      ...(dryRun ? ['Nothing was changed.'] : []),
    ];
    const data = { importId, imported, rejected, dryRun, ...(stopped !== null && { error: stopped }) };
    finish(lines.join('\n'), data, rejected.length === known && stopped === null ? 'done' : 'notDone');
  }
}

type Done = { importId: number | null; imported: number; known: number; rejected: BadLine[]; stopped: string | null };

/** A later error is reported with what was imported. */
async function importParts(options: Import, rows: readonly CodeRow[], ask: Tool['ask']): Promise<Done> {
  const done: Done = { importId: null, imported: 0, known: 0, rejected: [], stopped: null };
  for (let start = 0; start < rows.length; start += CODES_AT_ONCE) {
    const part = rows.slice(start, start + CODES_AT_ONCE);
    const codes = part.map(({ code, pwd }) => ({ code, pwd }));
    try {
      const answer = await ask({ command: 'draw.importCodes', ...options, importId: done.importId, codes });
      done.importId = answer.importId ?? done.importId;
      done.imported += answer.imported;
      for (const { row, reason } of answer.rejected) {
        if (reason === 'known') done.known += 1;
        done.rejected.push({ line: part[row - 1]?.line ?? 0, reason: reasons[reason] });
      }
    } catch (error) {
      if (start === 0) throw error;
      return { ...done, stopped: messageOf(error) };
    }
  }
  return done;
}

export const importProblems = (rejected: readonly BadLine[], stopped: string | null): string[] => [
  ...rejected.map(({ line, reason }) => `  line ${line}: ${reason}`),
  ...(stopped === null
    ? []
    : [`The import stopped before the end: ${stopped}`, 'Import the file again: what is in already stays as it is.']),
];

function importTable(imports: ListedImports): string {
  if (imports.length === 0) return 'No codes were imported.';
  const rows = imports.map(({ id, at, level, giftName, imported, given, source, takenBackAt }) => ({
    import: id,
    at: minute(at),
    level,
    codes: imported,
    given: takenBackAt === null ? given : 'taken back',
    file: source,
    prize: giftName,
  }));
  return table(rows);
}

/** @returns one sentence per problem */
export function drawWarnings({ outcomes }: ListedDraw): string[] {
  if (outcomes.every(({ weight }) => weight === 0))
    return ['every weight is 0: each draw comes out as "thanks", and still uses up a chance.'];
  return outcomes.flatMap(({ level, giftName, weight, stock, issued, codesLeft }) => {
    if (weight === 0 || codesLeft === null) return [];
    const left = stock === null ? null : stock - issued;
    if (left !== null && left <= codesLeft) return [];
    const promised = left === null ? 'its stock has no end' : `its stock lets ${left} more be won`;
    const then = codesLeft === 0 ? 'whoever hits it gets "thanks"' : `after those, whoever hits it gets "thanks"`;
    return [`level ${level} (${giftName}): ${promised}, and ${codesLeft} codes are at hand: ${then}.`];
  });
}

type CodeRow = { line: number; code: string; pwd: string };
const columnNames: Readonly<Record<'code' | 'pwd', readonly string[]>> = {
  code: ['code', '卡号'],
  pwd: ['pwd', '卡密'],
};

/**
 * Reads a CSV of card numbers and secrets. The first line names the columns: `code` and `pwd`, or 卡号 and 卡密. The server
 * validates the codes.
 * @returns the rows, and the lines that aren't two columns, repeat a code or repeat the header
 * @throws when the text isn't UTF-8 or lacks a header; no message quotes the file, which may hold secrets
 */
export function readCodes(bytes: Uint8Array): { rows: CodeRow[]; bad: BadLine[] } {
  const lines = csvLines(bytes);
  const header = lines.findIndex((text) => text.trim() !== '');
  if (header < 0) throw new Error('The file is empty: its first line has to name the columns, code,pwd.');
  const columns = readHeader(lines[header] ?? '', header + 1);

  const rows: CodeRow[] = [];
  const bad: BadLine[] = [];
  const seen = new Map<string, number>();
  lines.forEach((text, index) => {
    const line = index + 1;
    if (index <= header || text.trim() === '') return;
    const fields = readCsvLine(text);
    if (fields === null) return bad.push({ line, reason: 'quotes that do not close' });
    if (fields.length !== 2) return bad.push({ line, reason: `${fields.length} columns instead of 2` });
    if (namedColumns(fields) !== null) return bad.push({ line, reason: 'the names of the columns again' });
    const row = { line, code: fields[columns.code] ?? '', pwd: fields[columns.pwd] ?? '' };
    const first = seen.get(row.code);
    if (first !== undefined) return bad.push({ line, reason: `the code of line ${first} again` });
    if (row.code !== '') seen.set(row.code, line);
    return rows.push(row);
  });
  return { rows, bad };
}

type Columns = { code: number; pwd: number };

function readHeader(text: string, line: number): Columns {
  const columns = namedColumns(readCsvLine(text) ?? []);
  if (columns !== null) return columns;
  throw new Error(
    `Line ${line} doesn't name the two columns: it has to be code,pwd or 卡号,卡密, in any order, with a comma between them.`,
  );
}

function namedColumns(fields: readonly string[]): Columns | null {
  const names = fields.map((name) => name.toLowerCase());
  const code = names.findIndex((name) => columnNames.code.includes(name));
  const pwd = names.findIndex((name) => columnNames.pwd.includes(name));
  return names.length === 2 && code >= 0 && pwd >= 0 ? { code, pwd } : null;
}
