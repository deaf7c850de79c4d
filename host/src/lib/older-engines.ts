/**
 * Polyfills for host and remotes of what some engines of the browser floor lack: `Object.hasOwn` and `at` (Chrome 92-93,
 * Safari 15.4). Imported before everything else.
 */
export function completeEngine(target: { Object: ObjectConstructor; Array: ArrayConstructor; String: StringConstructor }): void {
  if (typeof target.Object.hasOwn !== 'function') {
    define(target.Object, 'hasOwn', (object: object, key: PropertyKey) => Object.prototype.hasOwnProperty.call(object, key));
  }
  for (const { prototype } of [target.Array, target.String]) {
    if (typeof prototype.at !== 'function') define(prototype, 'at', itemAt);
  }
}

/** Not enumerable, so that a `for…in` over an array doesn't list it. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
}

function itemAt(this: ArrayLike<unknown>, index: number): unknown {
  const place = Math.trunc(index) || 0;
  return this[place < 0 ? place + this.length : place];
}

completeEngine(globalThis);
