import type { StoreApi } from 'zustand/vanilla';

export type ReadableStore<Value> = Pick<StoreApi<Value>, 'getState' | 'getInitialState' | 'subscribe'>;
