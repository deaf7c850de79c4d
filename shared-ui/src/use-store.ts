import type { Store } from '@fridge/shared-contracts';
import { useCallback, useSyncExternalStore } from 'react';

export function useStore<Value>(store: Store<Value>): Value {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  const read = () => store.getState();
  return useSyncExternalStore(subscribe, read, read);
}
