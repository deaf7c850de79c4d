import { isRecord } from '@fridge/shared-contracts/page';

import type { FieldChange } from '../commands/actor.ts';

export type Difference = FieldChange;

/**
 * What differs between two documents, by the path of each field. Objects are compared field by field, lists as a whole;
 * the order of fields doesn't count.
 */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => {
      const here = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(after, name)) return [{ path: here, before: before[name] }];
      if (!Object.hasOwn(before, name)) return [{ path: here, after: after[name] }];
      return differences(before[name], after[name], here);
    });
  }
  return isSame(before, after) ? [] : [{ path: path === '' ? 'the whole document' : path, before, after }];
}

function isSame(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((each, index) => isSame(each, right[index]));
  if (isRecord(left) && isRecord(right)) return differences(left, right).length === 0;
  return left === right;
}
