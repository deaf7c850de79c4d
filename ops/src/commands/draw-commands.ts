import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { drawTerms } from '@fridge/shared-contracts';
import { askServer } from '../operator/ask-server.ts';
import { type BadLine, readCodes } from '../operator/read-codes.ts';
import { stateFolder } from '../workspace.ts';
import { type Command, type CommandContext, type CommandResult, UsageError } from './command.ts';

/** Codes that travel in one request; the server takes no more at once. */
const CODES_AT_ONCE = 10_000;

const drawSchema = v.object({
  weightsVersion: v.number(),
  outcomes: v.array(
    v.object({
      level: v.number(), giftName: v.string(), isVirtual: v.boolean(), weight: v.number(), stock: v.nullable(v.number()),
      issued: v.number(), codesLeft: v.nullable(v.number()),
    }),
  ),
});
type Draw = v.InferOutput<typeof drawSchema>;

const importSchema = v.object({ imported: v.number(), rejected: v.array(v.object({ row: v.number(), reason: v.picklist(['malformed', 'repeated', 'known']) })) });

const reasons = {
  malformed: 'code or secret is empty, too long or has blanks',
  repeated: 'the code stands in this file already',
  known: 'the code was imported before',
} as const;

const ask = ({ env }: CommandContext, request: Record<string, unknown>) => askServer(stateFolder(env).operatorSocket, request);

const list: Command = {
  usage: 'draw list',
  summary: 'every outcome: weight, stock, issued, codes left',
  async run(_, context) {
    const draw = v.parse(drawSchema, await ask(context, { command: 'draw.list' }));
    return { ok: true, text: table(draw), data: draw };
  },
};

const set: Command = {
  usage: 'draw set <level> [weight=<n>] [stock=<n|none>]',
  summary: 'sets an outcome (level 0 is "thanks") while draws go on',
  async run([level, ...settings], context) {
    if (level === undefined || settings.length === 0) throw new UsageError('Name a level and what to set.');
    const changes = [{ level: readLevel(level, [0, ...drawTerms.prizeLevels]), ...Object.assign({}, ...settings.map(readSetting)) }];
    const draw = v.parse(drawSchema, await ask(context, { command: 'draw.set', changes }));
    return { ok: true, text: table(draw), data: draw };
  },
};

const importCodes: Command = {
  usage: 'draw import-codes <level> <file.csv>',
  summary: 'adds codes (columns code,pwd) to a virtual prize; broken rows are named, good ones go in',
  async run([level, file], context) {
    if (level === undefined || file === undefined) throw new UsageError('Name the level and the CSV file.');
    const prize = readLevel(level, drawTerms.prizeLevels);
    const { rows, bad } = readCodes(await readCsv(file));
    const rejected: BadLine[] = [...bad];
    let imported = 0;
    let known = 0;
    for (let start = 0; start < rows.length; start += CODES_AT_ONCE) {
      const part = rows.slice(start, start + CODES_AT_ONCE);
      const request = { command: 'draw.importCodes', level: prize, codes: part.map(({ code, pwd }) => ({ code, pwd })) };
      const answer = v.parse(importSchema, await ask(context, request));
      imported += answer.imported;
      known += answer.rejected.filter(({ reason }) => reason === 'known').length;
      for (const { row, reason } of answer.rejected) rejected.push({ line: part[row - 1]?.line ?? 0, reason: reasons[reason] });
    }
    rejected.sort((a, b) => a.line - b.line);
    return report(imported, known, rejected);
  },
};

/** Importing a file again is no fault: rows known before count as done. */
function report(imported: number, known: number, rejected: readonly BadLine[]): CommandResult {
  const lines = [`${imported} codes imported, ${rejected.length} rows not.`, ...rejected.map(({ line, reason }) => `  line ${line}: ${reason}`)];
  return { ok: rejected.length === known, text: lines.join('\n'), data: { imported, rejected } };
}

function readSetting(text: string): { weight: number } | { stock: number | null } {
  const [name, value = ''] = text.split('=');
  if (name === 'weight') return { weight: wholeNumber(value, 'weight') };
  if (name === 'stock') return { stock: value === 'none' ? null : wholeNumber(value, 'stock') };
  throw new UsageError(`"${text}" is neither weight=<n> nor stock=<n|none>.`);
}

function readLevel(text: string, levels: readonly number[]): number {
  const level = wholeNumber(text, 'level');
  if (!levels.includes(level)) throw new UsageError(`There is no level ${level}. Levels: ${levels.join(', ')}.`);
  return level;
}

async function readCsv(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} can't be read (${error instanceof Error ? error.message : String(error)}). Nothing was imported.`);
  });
}

function wholeNumber(text: string, what: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`The ${what} is "${text}": give a whole number.`);
  return Number(text);
}

function table({ weightsVersion, outcomes }: Draw): string {
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0);
  const share = (weight: number) => (total === 0 ? '-' : `${((100 * weight) / total).toFixed(2)}%`);
  const rows = outcomes.map(({ level, weight, stock, issued, codesLeft, giftName }) =>
    [String(level), String(weight), share(weight), stock === null ? 'no end' : String(stock), String(issued), codesLeft === null ? '-' : String(codesLeft), giftName],
  );
  const all = [['level', 'weight', 'share', 'stock', 'issued', 'codes left', 'prize'], ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return [...all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()), `weights version ${weightsVersion}`].join('\n');
}

export const drawCommands: readonly Command[] = [list, set, importCodes];
