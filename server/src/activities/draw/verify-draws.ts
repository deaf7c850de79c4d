import { asc, gt } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { listVersions } from '../../documents/versions.ts';
import { levelsOf } from './draw-document.ts';
import { selectOutcome, totalWeight, type WeightedOutcome } from './outcomes.ts';
import { drawAudit } from './tables.ts';

type Audit = typeof drawAudit.$inferSelect;
type Audited = Pick<Audit, 'roll' | 'totalWeight' | 'weightsVersion' | 'hitLevel' | 'givenLevel'>;

/** In parts: each statement is bounded. */
const DRAWS_AT_ONCE = 10_000;

/** Recomputes each outcome from its roll and the weights of its version, the oldest row first. */
export async function verifyDraws(queries: Queries) {
  const verified = { checked: 0, notKept: 0, wrong: new Array<Audit & { problem: string }>() };
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: Audit[] = await queries
      .select()
      .from(drawAudit)
      .where(gt(drawAudit.id, after))
      .orderBy(asc(drawAudit.id))
      .limit(DRAWS_AT_ONCE);
    const kept = await keptWeights(queries);
    const firstKept = Math.min(...kept.keys());
    for (const row of rows) {
      const isKept = row.weightsVersion >= firstKept;
      const problem = isKept ? problemOf(row, kept.get(row.weightsVersion)) : null;
      if (problem !== null) verified.wrong.push({ ...row, problem });
      verified.notKept += Number(!isKept);
    }
    verified.checked += rows.length;
    after = rows.length < DRAWS_AT_ONCE ? undefined : rows.at(-1)?.id;
  }
  return verified;
}

/** By their versions, read after the draws that name them; `undefined`: another release's. */
async function keptWeights(queries: Queries) {
  const versions = await listVersions(queries, 'draw', { limit: Number.MAX_SAFE_INTEGER });
  return new Map(versions.map(({ serial, document }) => [serial, weightsIn(document)]));
}

function weightsIn(document: string): WeightedOutcome[] | undefined {
  const weights = levelsOf(JSON.parse(document));
  return weights ? Object.entries(weights).map(([level, { weight }]) => ({ level: Number(level), weight })) : undefined;
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
