/**
 * Keeps what was used last.
 * @param most how much is kept, of `weightOf` (by default one for each)
 */
export function recentlyUsed<Value>(most: number, weightOf: (value: Value) => number = () => 1) {
  const kept = new Map<string, Value>();
  let weight = 0;
  const drop = (key: string, value: Value): void => {
    kept.delete(key);
    weight -= weightOf(value);
  };
  return (key: string, make: () => Value): Value => {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const made = make();
    kept.set(key, made);
    weight += weightOf(made);
    for (const [oldest, value] of kept) {
      if (weight <= most) break;
      drop(oldest, value);
    }
    return made;
  };
}
