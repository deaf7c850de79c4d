import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import type { Services } from '../../services.ts';
import { isVirtualLevel, prizeDeadline, rollOutcome, type WeightedOutcome } from './outcomes.ts';

/** `draw_weights_in_force` of the migrations. `levels`: weights by level. */
const weightsSchema = v.object({
  version: v.nullable(v.number()),
  levels: v.nullable(v.record(v.string(), v.number())),
});
type Weights = v.InferOutput<typeof weightsSchema>;

const answerSchema = v.object({
  outcome: v.picklist(['drawn', 'repeated', 'refused', 'neverChance', 'noChance', 'weights']),
  level: v.nullable(v.number()),
  prize_id: v.nullable(v.string()),
  chances_left: v.nullable(v.number()),
  weights: v.nullable(weightsSchema),
});

/** `level` and `prizeId` are `null` for "thanks". */
type Drawn = {
  outcome: Exclude<v.InferOutput<typeof answerSchema>['outcome'], 'weights'>;
  level: number | null;
  prizeId: string | null;
  chancesLeft: number;
};

/** What each database's last draw went by. Another change of the weights makes the next draw roll once more. */
const lastWeights = new WeakMap<Queries, Weights>();

/** Each time the weights have changed since. */
const ATTEMPTS = 5;

/**
 * Chance, stock, code, prize and audit change in one call of the database (`draw_once` of the migrations), or nothing
 * does. The roll goes by the weights that this process knows, and counts only if they are in force.
 * @param asked.mayDraw whether a request that isn't a repeat may draw
 */
export async function drawOnce(
  { clock, database, queries }: Pick<Services, 'clock' | 'database' | 'queries'>,
  { userId, requestId, mayDraw }: { userId: string; requestId: string; mayDraw: boolean },
): Promise<Drawn> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const weights = lastWeights.get(queries) ?? null;
    const rolled = rollOutcome(outcomesOf(weights));
    const now = clock.business();
    const { outcome, ...drawn } = v.parse(
      answerSchema,
      await database.call('draw_once', {
        p_user_id: userId,
        p_request_id: requestId,
        p_may_draw: mayDraw,
        p_weights: JSON.stringify(weights),
        p_roll: rolled.roll,
        p_total_weight: rolled.total,
        p_level: rolled.level,
        p_prize_id: randomUUID(),
        p_is_virtual: isVirtualLevel(rolled.level),
        p_deadline: new Date(prizeDeadline(rolled.level, now)),
        p_real_at: new Date(clock.real()),
        p_business_at: new Date(now),
      }),
    );
    if (outcome !== 'weights')
      return { outcome, level: drawn.level, prizeId: drawn.prize_id, chancesLeft: drawn.chances_left ?? 0 };
    if (drawn.weights !== null) lastWeights.set(queries, drawn.weights);
  }
  throw new Error(`The draw's weights changed during each of ${ATTEMPTS} attempts.`);
}

const outcomesOf = (weights: Weights | null): WeightedOutcome[] =>
  Object.entries(weights?.levels ?? {}).map(([level, weight]) => ({ level: Number(level), weight }));
