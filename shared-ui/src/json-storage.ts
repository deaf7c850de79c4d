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
  /** If the browser refused it. */
  let unstored: string | undefined;
  return {
    read() {
      const text = unstored ?? attempt(() => storage?.getItem(key));
      const result = attempt(() => schema['~standard'].validate(JSON.parse(text ?? 'null')));
      if (result === undefined || result instanceof Promise || result.issues) return null;
      return result.value as OutputOf<Schema>; // validated by this schema
    },
    write(value) {
      const text = JSON.stringify(value);
      const isStored = attempt(() => {
        storage?.setItem(key, text);
        return storage !== null;
      });
      unstored = isStored ? undefined : text;
      return isStored === true;
    },
    remove() {
      unstored = undefined;
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
