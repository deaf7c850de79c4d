import type { OutputOf, StandardSchema } from '@fridge/shared-contracts';

export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** One JSON value in web storage. Never throws: a refused value lasts as long as the page. */
export interface JsonStorage<Value> {
  /** @returns `null` if nothing valid is stored */
  read(): Value | null;
  /** @returns whether the browser stored it */
  write(value: Value): boolean;
  remove(): void;
}

/** @param storage `null` if the browser refuses it */
export function createJsonStorage<Schema extends StandardSchema>(
  storage: WebStorage | null,
  key: string,
  schema: Schema,
): JsonStorage<OutputOf<Schema>> {
  const texts = createSafeStorage(storage);
  return {
    read() {
      const result = attempt(() => schema['~standard'].validate(JSON.parse(texts.getItem(key) ?? 'null')));
      if (result === undefined || result instanceof Promise || result.issues) return null;
      return result.value as OutputOf<Schema>; // validated by this schema
    },
    write: (value) => texts.setItem(key, JSON.stringify(value)),
    remove: () => texts.removeItem(key),
  };
}

/** Never throws: a refused text lasts as long as the page, in place of an older one in the storage. */
export function createSafeStorage(storage: WebStorage | null) {
  const refused = new Map<string, string>();
  return {
    getItem: (key: string): string | null => refused.get(key) ?? attempt(() => storage?.getItem(key)) ?? null,
    /** @returns whether the browser stored it */
    setItem(key: string, text: string): boolean {
      const isStored =
        attempt(() => {
          storage?.setItem(key, text);
          return storage !== null;
        }) ?? false;
      if (isStored) refused.delete(key);
      else refused.set(key, text);
      return isStored;
    },
    removeItem(key: string) {
      refused.delete(key);
      attempt(() => storage?.removeItem(key));
    },
  };
}

/** @returns `null` if access throws: cookies are blocked, or the frame has an opaque origin */
export function accessStorage(access: () => Storage): Storage | null {
  return attempt(access) ?? null;
}

/** Storage throws in private modes, in sandboxed frames and when full. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
