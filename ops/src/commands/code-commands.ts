import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CODES_AT_ONCE, type ImportedCodes, type ListedImports } from '@fridge/server/operator-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import type { Command } from 'commander';
import { messageOf } from '../message-of.ts';
import { drawWarnings, warningLines } from '../operator/draw-warnings.ts';
import { type BadLine, type CodeRow, readCodes } from '../operator/read-codes.ts';
import { levelOf, nonEmptyText, wholeNumberFrom } from './argument-values.ts';
import { type CommandResult, table, type Tool } from './tool.ts';

const reasons = {
  malformed: 'code or secret is empty, too long or has blanks',
  repeated: 'the code stands in this file already',
  known: 'the code was imported before',
} as const satisfies Record<ImportedCodes['rejected'][number]['reason'], string>;

export type PrizeLevel = (typeof drawTerms.prizeLevels)[number];
type Import = { level: PrizeLevel; source: string; dryRun: boolean };

export function addCodeCommands(group: Command, { ask, finish }: Tool): void {
  group
    .command('import-codes')
    .argument('<level>', 'level of a virtual prize', levelOf(drawTerms.prizeLevels))
    .argument('<file.csv>', 'its first line names the columns: code,pwd', nonEmptyText)
    .option('--dry-run', 'says what would go in, and changes nothing')
    .usage('<level> <file.csv> [--dry-run]')
    .description(
      'adds codes to a virtual prize; the first line names the columns code,pwd; ' +
        'broken rows are named, good ones go in',
    )
    .action(async (level: PrizeLevel, file: string, { dryRun = false }: { dryRun?: boolean }) => {
      const csv = await readFile(file).catch((error: unknown) => {
        throw new Error(`${file} can't be read (${messageOf(error)}). Nothing was imported.`);
      });
      const { rows, bad } = readCodes(csv);
      const done = await importParts({ level, source: basename(file), dryRun }, rows, ask);
      const rejected = [...bad, ...done.rejected].toSorted((a, b) => a.line - b.line);
      finish(resultOf({ ...done, rejected }, dryRun));
    });

  group
    .command('imports')
    .description('every import of codes: what went in, what was given out since')
    .action(async () => {
      const imports = await ask({ command: 'draw.imports' });
      finish({ ok: true, text: importTable(imports), data: imports });
    });

  group
    .command('take-back')
    .argument('<import>', 'its number, see draw imports', wholeNumberFrom(1, 999_999_999))
    .description('removes the codes of an import, as long as none of it was given out')
    .action(async (importId: number) => {
      const { removed, draw } = await ask({ command: 'draw.takeBack', importId });
      const warnings = drawWarnings(draw);
      const lines = [`Import ${importId} is taken back: ${removed} codes are gone.`, ...warningLines(warnings)];
      finish({ ok: true, text: lines.join('\n'), data: { importId, removed, warnings } });
    });
}

type Done = {
  importId: number | null;
  imported: number;
  known: number;
  rejected: BadLine[];
  stopped: string | null;
};

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

/** Known rows count as done. */
function resultOf({ importId, imported, known, rejected, stopped }: Done, dryRun: boolean): CommandResult {
  const undo = `npm run ops -- draw take-back ${importId}`;
  const lines = [
    `${imported} codes ${dryRun ? 'would go in' : 'imported'}, ${rejected.length} rows not.`,
    ...importProblems(rejected, stopped),
    ...(importId === null
      ? []
      : [`This is import ${importId}. As long as none of it is given out, ${undo} removes it.`]),
    ...(dryRun ? ['Nothing was changed.'] : []),
  ];
  const data = { importId, imported, rejected, dryRun, ...(stopped !== null && { error: stopped }) };
  return { ok: rejected.length === known && stopped === null, text: lines.join('\n'), data };
}

export const importProblems = (rejected: readonly BadLine[], stopped: string | null): string[] => [
  ...rejected.map(({ line, reason }) => `  line ${line}: ${reason}`),
  ...(stopped === null
    ? []
    : [
        `The import stopped before the end: ${stopped}`,
        'Import the file again: what is in already stays as it is.',
      ]),
];

function importTable(imports: ListedImports): string {
  if (imports.length === 0) return 'No codes were imported.';
  const rows = imports.map(({ id, at, level, giftName, imported, given, source, takenBackAt }) => [
    id,
    at.slice(0, 16).replace('T', ' '),
    level,
    imported,
    takenBackAt === null ? given : 'taken back',
    source,
    giftName,
  ]);
  return table([['import', 'at', 'level', 'codes', 'given', 'file', 'prize'], ...rows]);
}
