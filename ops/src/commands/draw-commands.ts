import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { CODES_AT_ONCE, type ImportedCodes, type ListedDraw, type OperatorRequest } from '@fridge/server/operator-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { askServer } from '../operator/ask-server.ts';
import { type BadLine, readCodes } from '../operator/read-codes.ts';
import { stateFolder } from '../workspace.ts';
import { table } from './table.ts';
import type { CommandResult, Tool } from './tool.ts';
import { wholeNumber } from './whole-number.ts';

const reasons = {
  malformed: 'code or secret is empty, too long or has blanks',
  repeated: 'the code stands in this file already',
  known: 'the code was imported before',
} as const satisfies Record<ImportedCodes['rejected'][number]['reason'], string>;

type PrizeLevel = (typeof drawTerms.prizeLevels)[number];
type Level = PrizeLevel | 0;

/** The draw of the running server: what can come up, how often, and what is left. */
export function addDrawCommands(program: Command, { env, finish }: Tool): void {
  const ask = <Request extends OperatorRequest>(request: Request) => askServer(stateFolder(env).operatorSocket, request);
  const show = (draw: ListedDraw) => finish({ ok: true, text: drawTable(draw), data: draw });
  const group = program.command('draw').description('the prize draw of the running server');

  group
    .command('list')
    .description('every outcome: weight, stock, issued, codes left')
    .action(async () => show(await ask({ command: 'draw.list' })));

  group
    .command('set')
    .argument('<level>', '0 is "thanks"', levelOf([0, ...drawTerms.prizeLevels]))
    .argument('<settings...>', 'weight=<n>, stock=<n|none>', readSetting)
    .usage('<level> [weight=<n>] [stock=<n|none>]')
    .description('sets an outcome (level 0 is "thanks") while draws go on')
    .action(async (level: Level, settings: Setting) => show(await ask({ command: 'draw.set', changes: [{ level, ...settings }] })));

  group
    .command('import-codes')
    .argument('<level>', 'level of a virtual prize', levelOf(drawTerms.prizeLevels))
    .argument('<file.csv>', 'two columns: code,pwd')
    .description('adds codes (columns code,pwd) to a virtual prize; broken rows are named, good ones go in')
    .action(async (level: PrizeLevel, file: string) => {
      const { rows, bad } = readCodes(await readCsv(file));
      const rejected: BadLine[] = [...bad];
      let imported = 0;
      let known = 0;
      for (let start = 0; start < rows.length; start += CODES_AT_ONCE) {
        const part = rows.slice(start, start + CODES_AT_ONCE);
        const answer = await ask({ command: 'draw.importCodes', level, codes: part.map(({ code, pwd }) => ({ code, pwd })) });
        imported += answer.imported;
        known += answer.rejected.filter(({ reason }) => reason === 'known').length;
        for (const { row, reason } of answer.rejected) rejected.push({ line: part[row - 1]?.line ?? 0, reason: reasons[reason] });
      }
      rejected.sort((a, b) => a.line - b.line);
      finish(report(imported, known, rejected));
    });
}

/** Importing a file again is no fault: rows known before count as done. */
function report(imported: number, known: number, rejected: readonly BadLine[]): CommandResult {
  const lines = [`${imported} codes imported, ${rejected.length} rows not.`, ...rejected.map(({ line, reason }) => `  line ${line}: ${reason}`)];
  return { ok: rejected.length === known, text: lines.join('\n'), data: { imported, rejected } };
}

type Setting = { weight?: number; stock?: number | null };

function readSetting(text: string, before: Setting | undefined): Setting {
  const [name, value = ''] = text.split('=');
  if (name === 'weight') return { ...before, weight: wholeNumber(value) };
  if (name === 'stock') return { ...before, stock: value === 'none' ? null : wholeNumber(value) };
  throw new InvalidArgumentError('It is neither weight=<n> nor stock=<n|none>.');
}

function levelOf<Known extends number>(levels: readonly Known[]): (text: string) => Known {
  return (text) => {
    const level = levels.find((known) => known === wholeNumber(text));
    if (level === undefined) throw new InvalidArgumentError(`Levels: ${levels.join(', ')}.`);
    return level;
  };
}

async function readCsv(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} can't be read (${error instanceof Error ? error.message : String(error)}). Nothing was imported.`);
  });
}

function drawTable({ weightsVersion, outcomes }: ListedDraw): string {
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0);
  const share = (weight: number) => (total === 0 ? '-' : `${((100 * weight) / total).toFixed(2)}%`);
  const rows = outcomes.map(({ level, weight, stock, issued, codesLeft, giftName }) =>
    [String(level), String(weight), share(weight), stock === null ? 'no end' : String(stock), String(issued), codesLeft === null ? '-' : String(codesLeft), giftName],
  );
  return `${table([['level', 'weight', 'share', 'stock', 'issued', 'codes left', 'prize'], ...rows])}\nweights version ${weightsVersion}`;
}
