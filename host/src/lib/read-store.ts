import type { StoreApi } from 'zustand/vanilla';
import type { Store } from '@fridge/shared-contracts';

/** The reading side of a zustand store, as zustand's `useStore` takes it. */
export type ReadableStore<Value> = Pick<StoreApi<Value>, 'getState' | 'getInitialState' | 'subscribe'>;

/** A zustand store as the contract's `Store`, without what writes to it. */
export function readStore<Value>({ getState, subscribe }: ReadableStore<Value>): Store<Value> {
  return Object.freeze({ getState, subscribe });
}
