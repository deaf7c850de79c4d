import type { StoreApi } from 'zustand/vanilla';
import type { Store } from '@fridge/shared-contracts';

export type ReadableStore<Value> = Pick<StoreApi<Value>, 'getState' | 'getInitialState' | 'subscribe'>;

export function readStore<Value>({ getState, subscribe }: ReadableStore<Value>): Store<Value> {
  return Object.freeze({ getState, subscribe });
}
