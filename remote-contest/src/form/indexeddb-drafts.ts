import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { DraftStorage } from './draft-storage.ts';
import { type KeptPicture, pictureKey, pictureToKeep, readKeptPictures } from './kept-pictures.ts';

const DATABASE = 'fridge-contest';
/**
 * One use of the storage, opening included, milliseconds. Engines have left an opening without an answer for as long as
 * the page lives (https://bugs.webkit.org/show_bug.cgi?id=226547).
 */
export const USE_LIMIT_MS = 5000;
/** How a transaction fails whose connection the browser has closed: a process that ended, data that were cleared. */
const LOST_CONNECTION = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);

interface Drafts extends DBSchema {
  texts: { key: string; value: unknown };
  pictures: { key: [draft: string, id: string]; value: KeptPicture };
}
type Connection = IDBPDatabase<Drafts>;

/**
 * Drafts in the browser's IndexedDB: the text of each under its key, each picture's bytes under key and id. A connection
 * that is lost is opened again by the next use.
 */
export function indexedDbDrafts(): DraftStorage {
  let connection: Promise<Connection> | null = null;

  const forget = (lost: Promise<Connection>) => {
    if (connection === lost) connection = null;
    // Also one that opens after its time: it would hold up a later version of the database.
    lost.then((database) => database.close(), () => {});
  };
  const connect = (): Promise<Connection> => {
    if (connection !== null) return connection;
    const opening: Promise<Connection> = openDrafts(() => forget(opening));
    connection = opening;
    return opening;
  };
  const attempt = async <Result>(work: (database: Connection) => Promise<Result>): Promise<Result> => {
    const opening = connect();
    try {
      return await withinLimit(opening.then(work));
    } catch (error) {
      forget(opening);
      throw error;
    }
  };
  /** Each use can be made twice: what it writes is the same. */
  const run = async <Result>(work: (database: Connection) => Promise<Result>): Promise<Result> => {
    try {
      return await attempt(work);
    } catch (error) {
      if (!(error instanceof DOMException) || !LOST_CONNECTION.has(error.name)) throw error;
      return attempt(work);
    }
  };

  return {
    load: (key) =>
      run(async (database) => {
        const transaction = database.transaction(['texts', 'pictures']);
        const pictures = transaction.objectStore('pictures');
        const [text, keys, kept] = await Promise.all([
          transaction.objectStore('texts').get(key), pictures.getAllKeys(picturesOf(key)), pictures.getAll(picturesOf(key)), transaction.done,
        ]);
        return text === undefined ? null : { text, pictures: readKeptPictures(keys, kept) };
      }),
    saveText: (key, text) => run(async (database) => void (await database.put('texts', text, key))),
    async savePicture(key, id, blob) {
      const kept = await pictureToKeep(blob);
      await run((database) => database.put('pictures', kept, pictureKey(key, id)));
    },
    removePicture: (key, id) => run((database) => database.delete('pictures', pictureKey(key, id))),
    remove: (key) =>
      run(async (database) => {
        const transaction = database.transaction(['texts', 'pictures'], 'readwrite');
        await Promise.all([transaction.objectStore('texts').delete(key), transaction.objectStore('pictures').delete(picturesOf(key)), transaction.done]);
      }),
  };
}

/**
 * @param onEnd the connection is of no more use
 * @returns rejects where the browser keeps nothing, as some private modes do by throwing on the mere look at it
 */
async function openDrafts(onEnd: () => void): Promise<Connection> {
  return openDB<Drafts>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('texts');
      database.createObjectStore('pictures');
    },
    // A page with a later version, or one that deletes the data, waits for this connection to end.
    blocking: onEnd,
    terminated: onEnd,
  });
}

/** All of a draft's `pictureKey`s: an array stands behind every text. */
function picturesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []]);
}

async function withinLimit<Result>(use: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The draft storage has not answered for ${USE_LIMIT_MS} ms.`)), USE_LIMIT_MS);
  });
  try {
    return await Promise.race([use, limit]);
  } finally {
    clearTimeout(timer);
  }
}
