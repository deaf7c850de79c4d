import { type DrawResult, drawTerms } from '@fridge/shared-contracts/activities/draw';
import { copy } from '../copy.ts';
import { type Level, stopAngle } from '../wheel/stop-angle.ts';

/** `id`: the prize's, `null` if the answer doesn't tell. */
export type Won = { kind: 'physical' | 'virtual'; level: Level; giftName: string; id: string | null };

/** For dialog and wheel: they can't disagree. `angle`: where the wheel stops; `won`: `null` for "thanks". */
export type ShownResult = { angle: number; won: Won | null };

/** Spec section 3: a level that isn't on the wheel is "thanks". */
export function shownResultOf(result: DrawResult, requestId: string): ShownResult {
  const level = asLevel(result.level);
  const won: Won | null = level && {
    kind: result.isVirtual ? 'virtual' : 'physical',
    level,
    giftName: result.giftName || copy[`draw.gift.${level}`],
    id: result.id,
  };
  return { angle: stopAngle({ level, seed: requestId }), won };
}

export function asLevel(level: number | null): Level | null {
  return drawTerms.prizeLevels.find((candidate) => candidate === level) ?? null;
}
