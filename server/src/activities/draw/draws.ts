import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '../../clock.ts';
import type { OpenDatabase } from '../../database/database.ts';
import { createRepeatableBatches } from '../../database/repeatable-batches.ts';
import { isVirtualLevel, prizeDeadline, rollOutcome, type WeightedOutcome } from './outcomes.ts';

/** `mayDraw`: whether a request that isn't a repeat may draw. */
type Asked = { userId: string; requestId: string; mayDraw: boolean };

/** `draw_weights_in_force` of the migrations. `levels`: weights by level. */
const weightsSchema = v.object({
  version: v.nullable(v.number()),
  levels: v.nullable(v.record(v.string(), v.number())),
});
type Weights = v.InferOutput<typeof weightsSchema>;

const resultSchema = v.object({
  number: v.number(),
  outcome: v.picklist(['drawn', 'repeated', 'refused', 'neverChance', 'noChance', 'weights']),
  level: v.nullable(v.number()),
  prize_id: v.nullable(v.string()),
  chances_left: v.number(),
});
const answerSchema = v.object({ results: v.array(resultSchema), weights: weightsSchema });

/** `level` and `prizeId` are `null` for "thanks". */
type Drawn = {
  outcome: Exclude<v.InferOutput<typeof resultSchema>['outcome'], 'weights'>;
  level: number | null;
  prizeId: string | null;
  chancesLeft: number;
};

export interface Draws {
  /**
   * Chance, stock, code, prize and audit change together (`draw_many_by_index` of the migrations), or nothing does.
   * Draws that come together are one call of the database.
   */
  draw(asked: Asked): Promise<Drawn>;
}

const BATCHES = { atOnce: 2, most: 100 };

/** Each time the weights have changed since. */
const ATTEMPTS = 5;

export function createDraws({ call }: Pick<OpenDatabase, 'call'>, clock: Clock): Draws {
  /** What the last draws went by. A roll counts only if its weights are in force; else all are rolled once more. */
  let weights: Weights | null = null;

  const drawMany = async (batch: readonly Asked[]): Promise<Drawn[]> => {
    const drawn = new Map<number, Drawn>();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const known = weights;
      const outcomes = outcomesOf(known);
      const rolled = batch.flatMap((asked, number) =>
        drawn.has(number) ? [] : { ...asked, number, ...rollOutcome(outcomes) },
      );
      const answer = v.parse(
        answerSchema,
        await call('draw_many_by_index', {
          p_draws: JSON.stringify(rolled.map((each) => parametersOf(each, clock))),
          p_weights: JSON.stringify(known),
          p_total_weight: rolled[0]?.total ?? 0,
        }),
      );
      weights = answer.weights;
      for (const { number, outcome, level, prize_id, chances_left } of answer.results)
        if (outcome !== 'weights') drawn.set(number, { outcome, level, prizeId: prize_id, chancesLeft: chances_left });
      const all = batch.flatMap((_, number) => drawn.get(number) ?? []);
      if (all.length === batch.length) return all;
    }
    throw new Error(`The draw's weights changed during each of ${ATTEMPTS} attempts.`);
  };
  return { draw: createRepeatableBatches(oncePerRequest(drawMany), BATCHES) };
}

/** A request that comes twice at once is drawn once; its copy repeats what it gave. */
function oncePerRequest(drawMany: (batch: readonly Asked[]) => Promise<Drawn[]>): typeof drawMany {
  return async (batch) => {
    const keys = batch.map(({ userId, requestId }) => JSON.stringify([userId, requestId]));
    const firsts = new Map(keys.toReversed().map((key, index) => [key, batch.length - 1 - index]));
    const requests = [...firsts.values()].toSorted((one, other) => one - other);
    const drawn = await drawMany(requests.flatMap((index) => batch[index] ?? []));
    return keys.flatMap((key, index) => {
      const first = drawn[requests.indexOf(firsts.get(key) ?? -1)];
      if (first === undefined) return [];
      return firsts.get(key) !== index && first.outcome === 'drawn' ? { ...first, outcome: 'repeated' } : first;
    });
  };
}

type Rolled = Asked & { number: number; roll: number; level: number };

function parametersOf({ number, userId, requestId, mayDraw, roll, level }: Rolled, clock: Clock) {
  const now = clock.business();
  return {
    number,
    user_id: userId,
    request_id: requestId,
    may_draw: mayDraw,
    roll,
    level,
    prize_id: randomUUID(),
    is_virtual: isVirtualLevel(level),
    deadline: new Date(prizeDeadline(level, now)),
    real_at: new Date(clock.real()),
    business_at: new Date(now),
  };
}

const outcomesOf = (weights: Weights | null): WeightedOutcome[] =>
  Object.entries(weights?.levels ?? {}).map(([level, weight]) => ({ level: Number(level), weight }));
