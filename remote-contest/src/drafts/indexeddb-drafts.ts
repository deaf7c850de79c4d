import type { DraftStorage } from './draft-storage.ts';

const DATABASE = 'fridge-contest';
const TEXTS = 'texts';
const PICTURES = 'pictures';

const nothing = () => {};

/** Bytes instead of blobs: Safari has lost blobs that were kept in IndexedDB. */
type KeptPicture = { bytes: ArrayBuffer; type: string };

/** Drafts in the browser's IndexedDB: the text of each under its key, each picture's bytes under key and id. */
export function indexedDbDrafts(factory: IDBFactory | undefined): DraftStorage {
  let opened: Promise<IDBDatabase> | null = null;
  const database = () => {
    opened ??= open(factory);
    // A refusal may pass: the next use tries again.
    opened.catch(() => (opened = null));
    return opened;
  };
  const within = async <Result>(mode: IDBTransactionMode, work: (texts: IDBObjectStore, pictures: IDBObjectStore) => () => Result): Promise<Result> => {
    const transaction = (await database()).transaction([TEXTS, PICTURES], mode);
    const result = work(transaction.objectStore(TEXTS), transaction.objectStore(PICTURES));
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(result()));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The draft could not be kept.')));
    });
  };

  return {
    load: (key) =>
      within('readonly', (texts, pictures) => {
        const text = texts.get(key);
        const ids = pictures.getAllKeys(picturesOf(key));
        const kept = pictures.getAll(picturesOf(key));
        return () => {
          if (text.result === undefined) return null;
          const bytes = new Map(ids.result.flatMap((name, at) => {
            const id: unknown = Array.isArray(name) ? name[1] : undefined;
            const picture: unknown = kept.result[at];
            return typeof id === 'string' && isKeptPicture(picture) ? [[id, new Blob([picture.bytes], { type: picture.type })] as const] : [];
          }));
          return { text: text.result, pictures: bytes };
        };
      }),
    saveText: (key, text) => within('readwrite', (texts) => (texts.put(text, key), nothing)),
    async savePicture(key, id, blob) {
      const kept: KeptPicture = { bytes: await blob.arrayBuffer(), type: blob.type };
      await within('readwrite', (_, pictures) => (pictures.put(kept, [key, id]), nothing));
    },
    removePicture: (key, id) => within('readwrite', (_, pictures) => (pictures.delete([key, id]), nothing)),
    remove: (key) => within('readwrite', (texts, pictures) => (texts.delete(key), pictures.delete(picturesOf(key)), nothing)),
  };
}

/** All keys `[key, id]`: an array stands behind every text. */
function picturesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []]);
}

function isKeptPicture(value: unknown): value is KeptPicture {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof ArrayBuffer && 'type' in value && typeof value.type === 'string';
}

function open(factory: IDBFactory | undefined): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (factory === undefined) throw new Error('This browser keeps no drafts.');
    const request = factory.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(TEXTS);
      request.result.createObjectStore(PICTURES);
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The drafts could not be opened.')));
    request.addEventListener('blocked', () => reject(new Error('The drafts are held by another page.')));
  });
}
