import { shareText } from './outcomes.ts';
import { leftOf, type ListedDraw, perDay } from './list-draw.ts';
import { MOST_TIMES } from '../../documents/documents.ts';

/** Of all draws, for one prize. */
const MOST_PERCENT = 20;

type Outcome = { weight: number; stock: number | null };
/** Of a draw document; 0 is "thanks". */
export type DrawLevels = Readonly<Record<0 | 1 | 2 | 3 | 4 | 5 | 6, Outcome>>;
/** What a draw document doesn't say of a level. `codesLeft`: `null` for prizes that are shipped. */
export type LevelFacts = Pick<
  ListedDraw['outcomes'][number],
  'level' | 'giftName' | 'isVirtual' | 'issued' | 'codesLeft'
>;

type Level = Outcome & { total: number };
type Change = LevelFacts & { before: Level; after: Level };

/**
 * What a change of weights or stock makes of each share that it changes, what is left, and what so many draws would
 * give: `level 1 (…): 0.2% -> 0.4%; 5 left, 0.8 a day at the pace of the last 24 hours`.
 */
export const shareLines = (
  before: DrawLevels | null,
  after: DrawLevels,
  facts: readonly LevelFacts[],
  drawsInDay: number,
): string[] =>
  changesOf(before, after, facts)
    .filter((change) => timesTotal(change.before, change.after) !== timesTotal(change.after, change.before))
    .map((change) => {
      const next = { ...change, ...change.after };
      const pace = `${perDay(next, next.total, drawsInDay)} a day at the pace of the last 24 hours`;
      return `${shareLine(change)}; ${leftOf(next) ?? 'any number'} left, ${pace}`;
    });

/**
 * What gives more prizes away than is likely meant: a shipped prize more than five times as often, any prize in more
 * than 20 % of all draws, more than stock and codes at hand. Only what the change itself makes larger.
 * @param before `null`: nothing was given
 * @returns one line each, with the share before and after
 */
export const drawToConfirm = (before: DrawLevels | null, after: DrawLevels, facts: readonly LevelFacts[]): string[] =>
  changesOf(before, after, facts).flatMap((change) => [
    ...slippedShares(change).map((reason) => `${shareLine(change)} of all draws, ${reason}`),
    ...slippedStock(change).map((reason) => `${nameOf(change)}: ${reason}`),
  ]);

const nothing = { weight: 0, stock: 0 };

/** Of the prizes: "thanks" gives nothing away. */
function changesOf(before: DrawLevels | null, after: DrawLevels, facts: readonly LevelFacts[]): Change[] {
  const [totalBefore, totalAfter] = [totalOf(before), totalOf(after)];
  return facts.flatMap((fact) => {
    const { level } = fact;
    if (!isPrize(level)) return [];
    const [former, next] = [before?.[level] ?? nothing, after[level]];
    return [{ ...fact, before: { ...former, total: totalBefore }, after: { ...next, total: totalAfter } }];
  });
}

const isPrize = (level: number): level is Exclude<keyof DrawLevels, 0> => level >= 1 && level <= 6;

/** Weights of 0 alone share out nothing; 1 keeps their shares comparable. */
const totalOf = (levels: DrawLevels | null): number =>
  Object.values(levels ?? {}).reduce((sum, { weight }) => sum + weight, 0) || 1;

/** Compares shares in whole numbers: one is larger if its weight times the other's total is. */
const timesTotal = ({ weight }: Level, { total }: Level): number => weight * total;

function slippedShares({ before, after, isVirtual }: Change): string[] {
  const [former, next] = [timesTotal(before, after), timesTotal(after, before)];
  const isMultiplied = !isVirtual && next > MOST_TIMES * former;
  const isLarge = next > former && after.weight * 100 > MOST_PERCENT * after.total;
  return [
    ...(isMultiplied ? [`more than ${MOST_TIMES} times as often`] : []),
    ...(isLarge ? [`more than ${MOST_PERCENT}%`] : []),
  ];
}

function slippedStock({ before, after, isVirtual, issued, codesLeft }: Change): string[] {
  const [former, next] = [promised(before, issued), promised(after, issued)];
  const isMultiplied =
    !isVirtual && before.stock !== null && after.stock !== null && after.stock > MOST_TIMES * before.stock;
  const isEndless = next === Infinity && former !== Infinity;
  return [
    ...(isMultiplied ? [`stock ${before.stock} -> ${after.stock}, more than ${MOST_TIMES} times as many`] : []),
    ...(isEndless ? ['any number can be won: it has no stock that ends'] : []),
    ...(codesLeft !== null && next > former && next > codesLeft && !isEndless
      ? [`${next} more can be won, and ${codesLeft} codes are at hand`]
      : []),
  ];
}

/** How many more can be won. */
const promised = ({ weight, stock }: Level, issued: number): number =>
  weight === 0 ? 0 : stock === null ? Infinity : stock - issued;

const nameOf = ({ level, giftName }: LevelFacts): string => `level ${level} (${giftName})`;

const shareLine = (change: Change): string =>
  `${nameOf(change)}: ${shareText(change.before.weight, change.before.total)} -> ${shareText(change.after.weight, change.after.total)}`;
