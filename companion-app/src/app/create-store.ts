import type { Store } from '@fridge/shared-contracts';

export interface WritableStore<Value> extends Store<Value> {
  /** Puts the next value in place and tells the listeners, unless it is the same object. */
  update(change: (value: Value) => Value): void;
}

export function createStore<Value>(initial: Value): WritableStore<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    getState: () => value,
    update(change) {
      const next = change(value);
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
