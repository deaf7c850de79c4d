import { readerCharacters } from '@fridge/shared-contracts';
import { countWritten } from '@fridge/shared-contracts/activities/contest';

/**
 * Cuts an insertion to a field's limit, counting as the server does (spec section 5). Never cuts the text around it, or
 * a text that became shorter.
 * @returns the text, and the caret in UTF-16 units
 */
export function fitInsertion(
  before: string,
  after: string,
  limit: number,
): { text: string; caret: number; cut: boolean } {
  const written = countWritten(after);
  if (written <= limit || written <= countWritten(before)) return { text: after, caret: after.length, cut: false };
  const start = commonStart(before, after);
  const tail = commonEnd(before.slice(start), after.slice(start));
  const head = after.slice(0, start);
  const end = after.slice(after.length - tail);
  const inserted = readerCharacters(after.slice(start, after.length - tail));
  let fitting = inserted.length;
  while (fitting > 0 && countWritten(head + inserted.slice(0, fitting).join('') + end) > limit) fitting -= 1;
  const text = head + inserted.slice(0, fitting).join('');
  return { text: text + end, caret: text.length, cut: fitting < inserted.length };
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count += 1;
  return count;
}

function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}
