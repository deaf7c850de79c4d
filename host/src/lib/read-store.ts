import type { StoreApi } from 'zustand/vanilla';
import type { Store } from '@fridge/shared-contracts';

/** The reading side of a zustand store, as zustand's own `useStore` takes it. */
export type ReadableStore<Value> = Pick<StoreApi<Value>, 'getState' | 'getInitialState' | 'subscribe'>;

/** A zustand store as the contract's `Store`, which is all that a remote gets of it. */
export function readStore<Value>(store: ReadableStore<Value>): Store<Value> {
  return Object.freeze({ getState: store.getState, subscribe: (listener: () => void) => store.subscribe(() => listener()) });
}
