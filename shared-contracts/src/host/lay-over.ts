/**
 * Merges an operator's values over the defaults: `{ windows: { draw: { end } } }` changes one end. Lists and
 * non-objects are replaced.
 */
export function layOver(defaults: unknown, own: unknown): unknown {
  if (own === undefined) return defaults;
  if (!isRecord(defaults) || !isRecord(own)) return own;
  const names = new Set([...Object.keys(defaults), ...Object.keys(own)]);
  return Object.fromEntries([...names].map((name) => [name, layOver(ownValue(defaults, name), ownValue(own, name))]));
}

const ownValue = (record: Readonly<Record<string, unknown>>, name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
