/**
 * Keeps values by key; beyond `most`, those that were used longest ago go.
 * @param most the greatest sum of `weightOf`, by default the number of values
 */
export function recentlyUsed<Value extends object | string>(
  most: number,
  weightOf: (value: Value) => number = () => 1,
) {
  const kept = new Map<string, Value>();
  let weight = 0;
  const drop = (key: string): void => {
    const value = kept.get(key);
    if (value === undefined) return;
    kept.delete(key);
    weight -= weightOf(value);
  };
  const get = (key: string): Value | undefined => {
    const value = kept.get(key);
    if (value === undefined) return undefined;
    kept.delete(key);
    kept.set(key, value);
    return value;
  };
  const set = (key: string, value: Value): Value => {
    drop(key);
    kept.set(key, value);
    weight += weightOf(value);
    for (const oldest of kept.keys()) {
      if (weight <= most) break;
      drop(oldest);
    }
    return value;
  };
  return { get, set, drop, getOrMake: (key: string, make: () => Value): Value => get(key) ?? set(key, make()) };
}
