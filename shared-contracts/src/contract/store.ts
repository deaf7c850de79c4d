/** A changing value, shaped for React's `useSyncExternalStore`. */
export interface Store<Value> {
  /** The same object until a change. */
  getState(): Value;
  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void;
}
