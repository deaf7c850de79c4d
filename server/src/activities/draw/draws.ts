import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '../../program/clock.ts';
import type { OpenDatabase } from '../../database/database.ts';
import { createBatches } from '../../database/batches.ts';
import { isVirtualLevel, prizeDeadline } from '../../prizes/prize-levels.ts';
import { rollOutcome, totalWeight, type WeightedOutcome } from './outcomes.ts';

/** `mayDraw`: whether a request that isn't a repeat may draw. */
type Asked = { userId: string; nonce: string; requestId: string; mayDraw: boolean };
/** With the nonces of its copies. */
type Request = Omit<Asked, 'nonce'> & { nonces: string[] };

/** `draw_weights_in_force` of `procedures/draw.sql`. `levels`: weights by level. */
const weightsSchema = v.object({
  version: v.nullable(v.number()),
  levels: v.nullable(v.record(v.string(), v.number())),
});
type Weights = v.InferOutput<typeof weightsSchema>;

const resultSchema = v.object({
  number: v.number(),
  outcome: v.picklist([
    'drawn',
    'repeated',
    'unknown',
    'blocked',
    'refused',
    'noFridge',
    'neverChance',
    'noChance',
    'weights',
  ]),
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
   * Chance, stock, code, prize and audit change together (`procedures/draw.sql`, which tells why it can't over-issue),
   * or nothing does. The nonce is stored with them, and when the draw is refused to a known user. Draws that come
   * together are one call of the database.
   * @param endsAt when the caller gives up (`createBatches`)
   */
  draw(asked: Asked, endsAt: number): Promise<Drawn>;
}

const BATCHES = { queue: 'draws', atOnce: 2, most: 100 };

/** Each time the weights have changed since. */
const ATTEMPTS = 5;

export function createDraws({ call }: Pick<OpenDatabase, 'call'>, clock: Clock): Draws {
  /** What the last draws went by. If others are in force nothing is drawn, and all are rolled once more. */
  let weights: Weights | null = null;

  const drawMany = async (batch: readonly Request[], endsAt: number): Promise<Drawn[]> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const outcomes = outcomesOf(weights);
      const rolled = batch.map((asked, number) => ({ ...asked, number, ...rollOutcome(outcomes) }));
      const asked = {
        p_draws: JSON.stringify(rolled.map((each) => parametersOf(each, clock))),
        p_weights: JSON.stringify(weights),
        p_total_weight: totalWeight(outcomes),
      };
      const answer = v.parse(answerSchema, await call('draw', asked, endsAt));
      weights = answer.weights;
      const drawn = answer.results.toSorted((one, other) => one.number - other.number).flatMap(drawnOf);
      if (drawn.length === batch.length) return drawn;
    }
    throw new Error(`The draw's weights changed during each of ${ATTEMPTS} attempts.`);
  };
  return { draw: createBatches(oncePerRequest(drawMany), BATCHES) };
}

/** None of a result by other weights: nothing was drawn. */
const drawnOf = ({ outcome, level, prize_id, chances_left }: v.InferOutput<typeof resultSchema>): Drawn[] =>
  outcome === 'weights' ? [] : [{ outcome, level, prizeId: prize_id, chancesLeft: chances_left }];

/** A request that comes twice at once is drawn once, and uses up the nonce of each; its copy repeats what it gave. */
function oncePerRequest(drawMany: (batch: readonly Request[], endsAt: number) => Promise<Drawn[]>) {
  return async (batch: readonly Asked[], endsAt: number): Promise<Drawn[]> => {
    const requests = new Map<string, Request>();
    for (const { nonce, ...asked } of batch) {
      const { nonces = [], mayDraw = false } = requests.get(keyOf(asked)) ?? {};
      requests.set(keyOf(asked), { ...asked, nonces: [...nonces, nonce], mayDraw: mayDraw || asked.mayDraw });
    }
    const drawn = await drawMany([...requests.values()], endsAt);
    const results = new Map([...requests.keys()].map((key, index) => [key, drawn[index]]));
    return batch.flatMap((asked) => {
      const result = results.get(keyOf(asked));
      if (result?.outcome === 'drawn') results.set(keyOf(asked), { ...result, outcome: 'repeated' });
      return result ?? [];
    });
  };
}

const keyOf = ({ userId, requestId }: Pick<Asked, 'userId' | 'requestId'>) => JSON.stringify([userId, requestId]);

type Rolled = Request & { number: number; roll: number; level: number };

function parametersOf({ number, userId, nonces, requestId, mayDraw, roll, level }: Rolled, clock: Clock) {
  const now = clock.business();
  return {
    number,
    user_id: userId,
    nonces,
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
