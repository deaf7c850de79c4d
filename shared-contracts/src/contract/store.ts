/** A value that changes over time, shaped for React's `useSyncExternalStore`. */
export interface Store<Value> {
  /** The same object until something changes. */
  get(): Value;
  /** @returns stops listening */
  subscribe(listener: () => void): () => void;
}
