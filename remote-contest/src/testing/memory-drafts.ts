import type { DraftStorage } from '../form/indexeddb-drafts.ts';

export type MemoryDrafts = ReturnType<typeof memoryDrafts>;

/** The draft storage in memory, for tests; `refuse` makes every use of it fail. */
export function memoryDrafts() {
  const texts = new Map<string, unknown>();
  const pictures = new Map<string, ReadonlyMap<string, Blob>>();
  const writes: string[] = [];
  const control = { refuse: false };
  const attempt = <Result>(work: () => Result): Promise<Result> =>
    control.refuse ? Promise.reject(new Error('refused')) : Promise.resolve(work());
  const storage: DraftStorage = {
    load: (key) =>
      attempt(() =>
        texts.has(key) ? { text: structuredClone(texts.get(key)), pictures: new Map(pictures.get(key)) } : null,
      ),
    save: (key, text, all) =>
      attempt(() => {
        texts.set(key, structuredClone(text));
        pictures.set(key, all);
        writes.push(`saved ${key}`);
      }),
    remove: (key) => attempt(() => void (texts.delete(key), pictures.delete(key), writes.push(`removed ${key}`))),
  };
  return { storage, control, writes, keys: () => [...texts.keys()] };
}
