import { asc, eq, gt, min } from 'drizzle-orm';
import * as v from 'valibot';
import { drawDocumentSchema } from '../../documents/draw-document.ts';
import { configVersions } from '../../documents/tables.ts';
import { listVersions } from '../../documents/versions.ts';
import type { Queries } from '../../database/database.ts';
import { selectOutcome, totalWeight, type WeightedOutcome } from './outcomes.ts';
import { drawAudit } from './tables.ts';

type Audited = Pick<
  typeof drawAudit.$inferSelect,
  'roll' | 'totalWeight' | 'weightsVersion' | 'hitLevel' | 'givenLevel'
>;

const DRAWS_AT_ONCE = 10_000;

type Verified = Omit<Awaited<ReturnType<typeof verifyDraws>>, 'next'>;

/** In parts: each statement is bounded. */
export async function verifyAllDraws(queries: Queries): Promise<Verified> {
  const all: Verified = { checked: 0, notKept: 0, wrong: [] };
  for (let after: number | null = 0; after !== null;) {
    const part: Awaited<ReturnType<typeof verifyDraws>> = await verifyDraws(queries, { after, limit: DRAWS_AT_ONCE });
    all.checked += part.checked;
    all.notKept += part.notKept;
    all.wrong.push(...part.wrong);
    after = part.next;
  }
  return all;
}

/** Recomputes each outcome from its roll and the weights of its version, the oldest row first. */
export async function verifyDraws(queries: Queries, { after, limit }: { after: number; limit: number }) {
  const rows = await queries
    .select()
    .from(drawAudit)
    .where(gt(drawAudit.id, after))
    .orderBy(asc(drawAudit.id))
    .limit(limit);
  const [first] = await queries
    .select({ serial: min(configVersions.serial) })
    .from(configVersions)
    .where(eq(configVersions.name, 'draw'));
  const firstKept = first?.serial ?? Number.POSITIVE_INFINITY;
  const kept = rows.filter(({ weightsVersion }) => weightsVersion >= firstKept);
  const weights = await weightsBySerial(queries, kept);
  const wrong = kept.flatMap((row) => {
    const problem = problemOf(row, weights.get(row.weightsVersion));
    return problem === null ? [] : [{ id: row.id, userId: row.userId, requestId: row.requestId, problem }];
  });
  return {
    checked: rows.length,
    notKept: rows.length - kept.length,
    wrong,
    next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  };
}

const readableDocument = v.pipe(v.string(), v.parseJson(), drawDocumentSchema);

async function weightsBySerial(
  queries: Queries,
  rows: readonly Audited[],
): Promise<ReadonlyMap<number, WeightedOutcome[]>> {
  const serials = rows.map(({ weightsVersion }) => weightsVersion);
  if (serials.length === 0) return new Map();
  const [low, high] = [Math.min(...serials), Math.max(...serials)];
  const versions = await listVersions(queries, 'draw', { after: low - 1, before: high + 1, limit: high - low + 1 });
  return new Map(
    versions.flatMap(({ serial, document }) => {
      const parsed = v.safeParse(readableDocument, document);
      if (!parsed.success) return [];
      const outcomes = Object.entries(parsed.output.levels);
      return [[serial, outcomes.map(([level, { weight }]) => ({ level: Number(level), weight }))] as const];
    }),
  );
}

/** @returns what doesn't hold, or `null` */
export function problemOf(row: Audited, weights: readonly WeightedOutcome[] | undefined): string | null {
  if (weights === undefined) return `the weights of version ${row.weightsVersion} aren't kept`;
  const total = totalWeight(weights);
  if (row.totalWeight !== total)
    return `the total weight is ${row.totalWeight}, version ${row.weightsVersion} has ${total}`;
  if (row.roll < 0 || row.roll >= Math.max(total, 1)) return `the roll ${row.roll} isn't below ${Math.max(total, 1)}`;
  const level = selectOutcome(weights, row.roll);
  if (row.hitLevel !== level) return `the roll ${row.roll} hits level ${level}, not ${row.hitLevel}`;
  if (row.givenLevel !== level && row.givenLevel !== 0)
    return `level ${level} was hit, but level ${row.givenLevel} given`;
  return null;
}
