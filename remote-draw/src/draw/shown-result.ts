import { type DrawResult, drawTerms } from '@fridge/shared-contracts/activities/draw';
import { copy } from '../copy.ts';
import { stopAngle } from '../wheel/stop-angle.ts';

export const levels = drawTerms.prizeLevels;
export type Level = (typeof levels)[number];

/** For dialog and wheel: they can't disagree. `angle`: where the wheel stops. */
export type ShownResult =
  | { kind: 'thanks'; angle: number }
  | { kind: 'physical' | 'virtual'; angle: number; level: Level; giftName: string; prizeId: string | null };

/** Spec section 3: a level that isn't on the wheel is "thanks". */
export function shownResultOf(result: DrawResult, requestId: string): ShownResult {
  const level = asLevel(result.level);
  const angle = stopAngle({ level, seed: requestId });
  if (level === null) return { kind: 'thanks', angle };
  return {
    kind: result.isVirtual ? 'virtual' : 'physical',
    angle,
    level,
    giftName: result.giftName || copy[`draw.gift.${level}`],
    prizeId: result.id,
  };
}

export function asLevel(level: number | null): Level | null {
  return levels.find((candidate) => candidate === level) ?? null;
}
