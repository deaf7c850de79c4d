import { createHash } from 'node:crypto';
import { type BadLine, inParts, type JsonLine, readJsonLines } from './json-lines.ts';
import { addCountsByKind, type CountsByKind, noCountsByKind, totalOf } from './counts.ts';
import { HOUSEHOLD_ROWS_AT_ONCE, type HouseholdPart, type ImportedHouseholdPart } from './household-part.ts';
import { HOUSEHOLD_LINE_BYTES, type HouseholdRow, readHouseholdRow } from './household-rows.ts';

const PART_BYTES = 1024 * 1024;
/** Rows that wait for their account or home: the memory that an unordered file may take. */
const WAITING_ROWS = 20_000;
/** The others are counted. */
const NAMED_LINES = 1_000;

export type ImportedHouseholds = {
  importId: number | null;
  dryRun: boolean;
  /** Of the file that are not blank. */
  lines: number;
  counts: CountsByKind;
  phonesMoved: number;
  rejected: number;
  /** The first `NAMED_LINES` that were rejected, by number. */
  badLines: BadLine[];
  /** Why it ended before the end; `null` if it didn't. */
  stopped: { error: unknown } | null;
};

type Line = { line: number; bytes: number; row: HouseholdRow };
type Part = HouseholdPart;

/**
 * Imports JSON lines in parts. Rows that name an account or a home which isn't there yet wait for the end of the file;
 * `WAITING_ROWS` of them, the others are rejected. Never rejects: what `send` or the stream throws is in the result.
 * @param send applies a part
 * @param options.onProgress after each part, with the lines read so far
 */
export async function importHouseholds(
  chunks: AsyncIterable<Uint8Array>,
  send: (part: Part) => Promise<ImportedHouseholdPart>,
  { dryRun = false, onProgress }: { dryRun?: boolean; onProgress?: (lines: number) => void } = {},
): Promise<ImportedHouseholds> {
  const done: ImportedHouseholds = {
    importId: null,
    dryRun,
    lines: 0,
    counts: noCountsByKind(),
    phonesMoved: 0,
    rejected: 0,
    badLines: [],
    stopped: null,
  };
  const assumed = dryRun ? createAssumed() : null;
  const reject = (line: number, reason: string) => {
    done.rejected += 1;
    if (done.badLines.length < NAMED_LINES) done.badLines.push({ line, reason });
  };

  /** @returns the lines that wait */
  const sendPart = async (part: readonly Line[]): Promise<Line[]> => {
    const rows = part.map(({ row }) => row);
    const answer = await send({
      rows,
      importId: done.importId,
      before: totalOf(done.counts),
      assumed: assumed?.namedBy(rows) ?? { accounts: [], homes: [] },
    });
    done.importId = answer.importId;
    done.counts = addCountsByKind(done.counts, answer.counts);
    done.phonesMoved += answer.phonesMoved;
    for (const { row, reason } of answer.rejected) reject(part[row - 1]?.line ?? 0, reason);
    const waiting = new Set(answer.waiting.map((row) => row - 1));
    const left = new Set([...waiting, ...answer.rejected.map(({ row }) => row - 1)]);
    assumed?.add(rows.filter((_, index) => !left.has(index)));
    return part.filter((_, index) => waiting.has(index));
  };

  async function* goodLines(lines: AsyncIterable<JsonLine | BadLine>): AsyncGenerator<Line> {
    for await (const each of lines) {
      done.lines += 1;
      const read = 'reason' in each ? each : readHouseholdRow(each.value);
      if ('reason' in read) reject(each.line, read.reason);
      else if ('bytes' in each) yield { line: each.line, bytes: each.bytes, row: read.row };
    }
  }

  const most = { lines: HOUSEHOLD_ROWS_AT_ONCE, bytes: PART_BYTES };
  try {
    let waiting: Line[] = [];
    for await (const part of inParts(goodLines(readJsonLines(chunks, HOUSEHOLD_LINE_BYTES)), most)) {
      waiting.push(...(await sendPart(part)));
      for (const { line, row } of waiting.splice(WAITING_ROWS))
        reject(line, `${missing(row)}, and too many lines wait`);
      onProgress?.(done.lines);
    }
    // A home that waited for its account may be what a fridge waits for.
    for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before;) {
      before = waiting.length;
      const still: Line[] = [];
      for (let start = 0; start < waiting.length; start += HOUSEHOLD_ROWS_AT_ONCE)
        still.push(...(await sendPart(waiting.slice(start, start + HOUSEHOLD_ROWS_AT_ONCE))));
      waiting = still;
    }
    for (const { line, row } of waiting) reject(line, missing(row));
  } catch (error) {
    done.stopped = { error };
  }
  done.badLines.sort((left, right) => left.line - right.line);
  return done;
}

const missing = ({ kind }: HouseholdRow): string =>
  kind === 'home' ? 'home.userId: there is no such account' : 'fridge.homeId: there is no such home';

/** Ids that a dry run would have added, by the first 48 bits of their SHA-256: a few MB for 100,000 lines. */
function createAssumed() {
  const seen = { account: new Set<number>(), home: new Set<number>() };
  return {
    add(rows: readonly HouseholdRow[]) {
      for (const { kind, fields } of rows) {
        if (kind === 'account') seen.account.add(hashOf(fields.userId));
        if (kind === 'home') seen.home.add(hashOf(fields.homeId));
      }
    },
    /** Those of them that the rows refer to. */
    namedBy: (rows: readonly HouseholdRow[]) => ({
      accounts: rows.flatMap(({ kind, fields }) =>
        kind === 'home' && seen.account.has(hashOf(fields.userId)) ? fields.userId : [],
      ),
      homes: rows.flatMap(({ kind, fields }) =>
        kind === 'fridge' && seen.home.has(hashOf(fields.homeId ?? '')) ? (fields.homeId ?? []) : [],
      ),
    }),
  };
}

const hashOf = (id: string): number => createHash('sha256').update(id).digest().readUIntBE(0, 6);
