import type { DraftStorage } from '../form/indexeddb-drafts.ts';

export type MemoryDrafts = ReturnType<typeof memoryDrafts>;

/** The draft storage in memory, for tests; `refuse` makes every use of it fail. */
export function memoryDrafts() {
  const texts = new Map<string, unknown>();
  const pictures = new Map<string, Map<string, Blob>>();
  const writes: string[] = [];
  const control = { refuse: false };
  const attempt = <Result>(work: () => Result): Promise<Result> =>
    control.refuse ? Promise.reject(new Error('refused')) : Promise.resolve(work());
  const storage: DraftStorage = {
    load: (key) =>
      attempt(() =>
        texts.has(key) ? { text: structuredClone(texts.get(key)), pictures: new Map(pictures.get(key)) } : null,
      ),
    saveText: (key, text) => attempt(() => void (texts.set(key, structuredClone(text)), writes.push(`text ${key}`))),
    savePicture: (key, id, bytes) =>
      attempt(() => void (pictures.set(key, new Map(pictures.get(key)).set(id, bytes)), writes.push(`picture ${id}`))),
    removePicture: (key, id) => attempt(() => void (pictures.get(key)?.delete(id), writes.push(`gone ${id}`))),
    remove: (key) => attempt(() => void (texts.delete(key), pictures.delete(key), writes.push(`removed ${key}`))),
  };
  return { storage, control, writes, keys: () => [...texts.keys()] };
}
