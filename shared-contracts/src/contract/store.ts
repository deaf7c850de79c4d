/** A value that changes over time, shaped for React's `useSyncExternalStore`. */
export interface Store<Value> {
  /** The same object until something changes. */
  getState(): Value;
  /** @returns stops listening */
  subscribe(listener: () => void): () => void;
}
