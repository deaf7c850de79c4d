import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { CODES_AT_ONCE, type ImportedCodes, type ListedImports, type OperatorRequest } from '@fridge/server/operator-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { askServer } from '../operator/ask-server.ts';
import { drawWarnings, warningLines } from '../operator/draw-warnings.ts';
import { type BadLine, type CodeRow, readCodes } from '../operator/read-codes.ts';
import { stateFolder } from '../workspace.ts';
import { levelOf, someText, wholeNumberFrom } from './argument-values.ts';
import { table } from './table.ts';
import type { CommandResult, Tool } from './tool.ts';

const reasons = {
  malformed: 'code or secret is empty, too long or has blanks',
  repeated: 'the code stands in this file already',
  known: 'the code was imported before',
} as const satisfies Record<ImportedCodes['rejected'][number]['reason'], string>;

type PrizeLevel = (typeof drawTerms.prizeLevels)[number];
type Import = { level: PrizeLevel; source: string; dryRun: boolean };

/** The codes of virtual prizes: imported, listed by their imports, taken back. */
export function addCodeCommands(group: Command, { env, finish }: Tool): void {
  const ask = <Request extends OperatorRequest>(request: Request) => askServer(stateFolder(env).operatorSocket, request);

  group
    .command('import-codes')
    .argument('<level>', 'level of a virtual prize', levelOf(drawTerms.prizeLevels))
    .argument('<file.csv>', 'its first line names the columns: code,pwd', someText)
    .option('--dry-run', 'says what would go in, and changes nothing')
    .usage('<level> <file.csv> [--dry-run]')
    .description('adds codes to a virtual prize; the first line names the columns code,pwd; broken rows are named, good ones go in')
    .action(async (level: PrizeLevel, file: string, { dryRun = false }: { dryRun?: boolean }) => {
      const { rows, bad } = readCodes(await readCsv(file));
      const done = await importParts({ level, source: basename(file), dryRun }, rows, ask);
      finish(report({ ...done, rejected: [...bad, ...done.rejected].toSorted((a, b) => a.line - b.line) }, dryRun));
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
      finish({ ok: true, text: [`Import ${importId} is taken back: ${removed} codes are gone.`, ...warningLines(warnings)].join('\n'), data: { importId, removed, warnings } });
    });
}

type Done = { importId: number | null; imported: number; known: number; rejected: BadLine[]; stopped: string | null };

/** Sends the rows in parts. What goes wrong after the first part is told with what was done until then. */
async function importParts(
  { level, source, dryRun }: Import,
  rows: readonly CodeRow[],
  ask: (request: OperatorRequest & { command: 'draw.importCodes' }) => Promise<ImportedCodes>,
): Promise<Done> {
  const done: Done = { importId: null, imported: 0, known: 0, rejected: [], stopped: null };
  for (let start = 0; start < rows.length; start += CODES_AT_ONCE) {
    const part = rows.slice(start, start + CODES_AT_ONCE);
    try {
      const answer = await ask({ command: 'draw.importCodes', level, source, dryRun, importId: done.importId, codes: part.map(({ code, pwd }) => ({ code, pwd })) });
      done.importId = answer.importId ?? done.importId;
      done.imported += answer.imported;
      done.known += answer.rejected.filter(({ reason }) => reason === 'known').length;
      for (const { row, reason } of answer.rejected) done.rejected.push({ line: part[row - 1]?.line ?? 0, reason: reasons[reason] });
    } catch (error) {
      if (start === 0) throw error;
      return { ...done, stopped: error instanceof Error ? error.message : String(error) };
    }
  }
  return done;
}

/** Importing a file again is no fault: rows known before count as done. */
function report({ importId, imported, known, rejected, stopped }: Done, dryRun: boolean): CommandResult {
  const lines = [
    `${imported} codes ${dryRun ? 'would go in' : 'imported'}, ${rejected.length} rows not.`,
    ...rejected.map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(stopped === null ? [] : [`The import stopped before the end: ${stopped}`, 'Import the file again: what is in already stays as it is.']),
    ...(importId === null ? [] : [`This is import ${importId}. As long as none of it is given out, npm run ops -- draw take-back ${importId} removes it.`]),
    ...(dryRun ? ['Nothing was changed.'] : []),
  ];
  return { ok: rejected.length === known && stopped === null, text: lines.join('\n'), data: { importId, imported, rejected, dryRun, ...(stopped !== null && { error: stopped }) } };
}

async function readCsv(file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    throw new Error(`${file} can't be read (${error instanceof Error ? error.message : String(error)}). Nothing was imported.`);
  });
}

function importTable(imports: ListedImports): string {
  if (imports.length === 0) return 'No codes were imported.';
  const rows = imports.map(({ id, at, level, giftName, imported, given, source, takenBackAt }) =>
    [String(id), at.slice(0, 16).replace('T', ' '), String(level), String(imported), takenBackAt === null ? String(given) : 'taken back', source, giftName],
  );
  return table([['import', 'at', 'level', 'codes', 'given', 'file', 'prize'], ...rows]);
}
