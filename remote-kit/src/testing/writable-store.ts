import type { Store } from '@fridge/shared-contracts';

export interface WritableStore<Value> extends Store<Value> {
  set(value: Value): void;
}

/** A store that its owner writes to. */
export function createWritableStore<Value>(initial: Value): WritableStore<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    getState: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What others may see of a store. */
export const readOnly = <Value>({ getState, subscribe }: Store<Value>): Store<Value> => ({ getState, subscribe });
