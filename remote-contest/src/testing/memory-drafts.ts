import type { DraftStorage } from '../drafts/draft-storage.ts';

/** The draft storage in memory, for tests; `refuse` makes every use of it fail. */
export function memoryDrafts() {
  const texts = new Map<string, unknown>();
  const pictures = new Map<string, Map<string, Blob>>();
  const writes: string[] = [];
  const control = { refuse: false };
  const use = <Result>(work: () => Result): Promise<Result> => (control.refuse ? Promise.reject(new Error('refused')) : Promise.resolve(work()));
  const storage: DraftStorage = {
    load: (key) => use(() => (texts.has(key) ? { text: structuredClone(texts.get(key)), pictures: new Map(pictures.get(key)) } : null)),
    saveText: (key, text) => use(() => void (texts.set(key, structuredClone(text)), writes.push(`text ${key}`))),
    savePicture: (key, id, bytes) => use(() => void (pictures.set(key, new Map(pictures.get(key)).set(id, bytes)), writes.push(`picture ${id}`))),
    removePicture: (key, id) => use(() => void (pictures.get(key)?.delete(id), writes.push(`gone ${id}`))),
    remove: (key) => use(() => void (texts.delete(key), pictures.delete(key), writes.push(`removed ${key}`))),
  };
  return { storage, control, writes, keys: () => [...texts.keys()] };
}
