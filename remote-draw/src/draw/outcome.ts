import type { DrawResult } from '@fridge/shared-contracts/activities/draw';
import { copy } from '../copy.ts';
import { stopAngle } from '../wheel/stop-angle.ts';

/** The six levels the wheel carries. */
export const levels = [1, 2, 3, 4, 5, 6] as const;
export type Level = (typeof levels)[number];

/**
 * What a draw means to the user; `angle` is where the wheel shows it. The dialog and the wheel both read this one
 * value, so they can't disagree.
 */
export type Outcome =
  | { kind: 'none'; angle: number }
  | { kind: 'physical' | 'virtual'; angle: number; level: Level; giftName: string; prizeId: string | null };

/** Spec section 3: whatever has no level of the wheel is "thanks for participating". */
export function outcomeOf(result: DrawResult, requestId: string): Outcome {
  const level = asLevel(result.level);
  const angle = stopAngle({ level, seed: requestId });
  if (level === null) return { kind: 'none', angle };
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
