/** Polyfills `Object.hasOwn` and `at`, native since Chrome 93 and 92, Safari 15.4. Imported first. */
Object.hasOwn ??= (object, key) => Object.prototype.hasOwnProperty.call(object, key);

for (const { prototype } of [Array, String]) {
  // Not enumerable: `for…in` over an array must not list it.
  if (!('at' in prototype))
    Object.defineProperty(prototype, 'at', { value: itemAt, configurable: true, writable: true });
}

function itemAt(this: ArrayLike<unknown>, index: number): unknown {
  const place = Math.trunc(index) || 0;
  return this[place < 0 ? place + this.length : place];
}
