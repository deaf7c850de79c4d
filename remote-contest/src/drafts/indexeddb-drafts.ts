import type { DraftStorage } from './draft-storage.ts';
import { pictureKey, pictureToKeep, readKeptPictures } from './kept-pictures.ts';

const DATABASE = 'fridge-contest';
const TEXTS = 'texts';
const PICTURES = 'pictures';

const nothing = () => {};

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
        const keys = pictures.getAllKeys(picturesOf(key));
        const kept = pictures.getAll(picturesOf(key));
        return () => {
          if (text.result === undefined) return null;
          return { text: text.result, pictures: readKeptPictures(keys.result, kept.result) };
        };
      }),
    saveText: (key, text) => within('readwrite', (texts) => (texts.put(text, key), nothing)),
    async savePicture(key, id, blob) {
      const kept = await pictureToKeep(blob);
      await within('readwrite', (_, pictures) => (pictures.put(kept, pictureKey(key, id)), nothing));
    },
    removePicture: (key, id) => within('readwrite', (_, pictures) => (pictures.delete(pictureKey(key, id)), nothing)),
    remove: (key) => within('readwrite', (texts, pictures) => (texts.delete(key), pictures.delete(picturesOf(key)), nothing)),
  };
}

/** All of a draft's `pictureKey`s: an array stands behind every text. */
function picturesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []]);
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
