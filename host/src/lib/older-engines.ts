/** Polyfills `Object.hasOwn` and `at`, native since Chrome 93 and 92, Safari 15.4. Imported first. */
export function completeEngine(target: {
  Object: ObjectConstructor;
  Array: ArrayConstructor;
  String: StringConstructor;
}): void {
  if (typeof target.Object.hasOwn !== 'function') {
    define(target.Object, 'hasOwn', (object: object, key: PropertyKey) =>
      Object.prototype.hasOwnProperty.call(object, key),
    );
  }
  for (const { prototype } of [target.Array, target.String]) {
    if (typeof prototype.at !== 'function') define(prototype, 'at', itemAt);
  }
}

/** Not enumerable: `for…in` over an array must not list it. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
}

function itemAt(this: ArrayLike<unknown>, index: number): unknown {
  const place = Math.trunc(index) || 0;
  return this[place < 0 ? place + this.length : place];
}

completeEngine(globalThis);
