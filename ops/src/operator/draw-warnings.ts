import type { ListedDraw } from '@fridge/server/operator-protocol';

/** @returns one sentence per problem */
export function drawWarnings({ outcomes }: ListedDraw): string[] {
  if (outcomes.every(({ weight }) => weight === 0)) return ['every weight is 0: each draw comes out as "thanks", and still uses up a chance.'];
  return outcomes.flatMap(({ level, giftName, weight, stock, issued, codesLeft }) => {
    if (weight === 0 || codesLeft === null) return [];
    const left = stock === null ? null : stock - issued;
    if (left !== null && left <= codesLeft) return [];
    const promised = left === null ? 'its stock has no end' : `its stock lets ${left} more be won`;
    const then = codesLeft === 0 ? 'whoever hits it gets "thanks"' : `after those, whoever hits it gets "thanks"`;
    return [`level ${level} (${giftName}): ${promised}, and ${codesLeft} codes are at hand: ${then}.`];
  });
}

export const warningLines = (warnings: readonly string[]): string[] => warnings.map((warning) => `! ${warning}`);
