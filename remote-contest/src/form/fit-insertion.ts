import { readerCharacters } from '@fridge/shared-contracts';
import { countWritten } from '@fridge/shared-contracts/activities/contest';

/**
 * What a bounded field keeps of a change: as much of what was inserted as still fits, like `maxlength`, but counted as
 * the server counts (spec section 5: the title's input takes at most 20 characters). What stood there before is never
 * cut, and nothing is cut from a text that only got shorter.
 * @returns the text, and where the caret goes, in UTF-16 units
 */
export function fitInsertion(before: string, after: string, limit: number): { text: string; caret: number; cut: boolean } {
  const whole = { text: after, caret: after.length, cut: false };
  const written = countWritten(after);
  if (written <= limit || written <= countWritten(before)) return whole;
  const start = commonStart(before, after);
  const tail = commonEnd(before.slice(start), after.slice(start));
  const end = after.slice(after.length - tail);
  const inserted = readerCharacters(after.slice(start, after.length - tail));
  const head = after.slice(0, start);
  let kept = inserted.length;
  while (kept > 0 && countWritten(head + inserted.slice(0, kept).join('') + end) > limit) kept -= 1;
  const text = head + inserted.slice(0, kept).join('');
  return { text: text + end, caret: text.length, cut: kept < inserted.length };
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < Math.min(one.length, other.length) && one[at] === other[at]) at += 1;
  return at;
}

function commonEnd(one: string, other: string): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}
