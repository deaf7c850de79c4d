import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';

/** Stores drafts. Every method rejects where the browser refuses (private modes, a full disk): the form works without. */
export interface DraftStorage {
  /** @returns the text of `saveText` and the pictures by id; `null` without a text */
  load(key: string): Promise<{ text: unknown; pictures: ReadonlyMap<string, Blob> } | null>;
  saveText(key: string, text: unknown): Promise<void>;
  savePicture(key: string, id: string, bytes: Blob): Promise<void>;
  removePicture(key: string, id: string): Promise<void>;
  /** Text and pictures. */
  remove(key: string): Promise<void>;
}

/** Bytes, since Safari has lost blobs in IndexedDB. */
const storedPictureSchema = v.object({ bytes: v.instance(ArrayBuffer), type: v.string() });
export type StoredPicture = v.InferOutput<typeof storedPictureSchema>;

const DATABASE = 'fridge-contest';
/**
 * Limit of one use of the storage, with opening, milliseconds. WebKit has left openings unanswered for the life of a
 * page (https://bugs.webkit.org/show_bug.cgi?id=226547).
 */
export const USE_LIMIT_MS = 5000;
/** Errors of a transaction after the browser has closed the connection. */
const LOST_CONNECTION = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);

interface Drafts extends DBSchema {
  texts: { key: string; value: unknown };
  pictures: { key: [draft: string, id: string]; value: StoredPicture };
}
type Connection = IDBPDatabase<Drafts>;

/** Drafts in IndexedDB. A lost connection is opened again by the next use. */
export function indexedDbDrafts(): DraftStorage {
  let connection: Promise<Connection> | null = null;

  const forget = (lost: Promise<Connection>) => {
    if (connection === lost) connection = null;
    // Also one that opens after the limit: it would block an upgrade of the database.
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
  /** Repeats a use once: all of them are idempotent. */
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
        const [text, keys, stored] = await Promise.all([
          transaction.objectStore('texts').get(key),
          pictures.getAllKeys(picturesOf(key)),
          pictures.getAll(picturesOf(key)),
          transaction.done,
        ]);
        return text === undefined ? null : { text, pictures: readPictures(keys, stored) };
      }),
    saveText: (key, text) => run(async (database) => void (await database.put('texts', text, key))),
    async savePicture(key, id, blob) {
      const picture = await toStored(blob);
      await run((database) => database.put('pictures', picture, [key, id]));
    },
    removePicture: (key, id) => run((database) => database.delete('pictures', [key, id])),
    remove: (key) =>
      run(async (database) => {
        const transaction = database.transaction(['texts', 'pictures'], 'readwrite');
        await Promise.all([
          transaction.objectStore('texts').delete(key),
          transaction.objectStore('pictures').delete(picturesOf(key)),
          transaction.done,
        ]);
      }),
  };
}

/**
 * Async, so that it rejects where private modes throw.
 * @param onEnd the connection can't be used any more
 */
async function openDrafts(onEnd: () => void): Promise<Connection> {
  return openDB<Drafts>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('texts');
      database.createObjectStore('pictures');
    },
    // An upgrade or deletion in another page waits for this connection to close.
    blocking: onEnd,
    terminated: onEnd,
  });
}

/** The keys of all pictures of a draft: in IndexedDB, arrays sort after strings. */
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

export async function toStored(blob: Blob): Promise<StoredPicture> {
  return { bytes: await blob.arrayBuffer(), type: blob.type };
}

/** The stored pictures by id; invalid entries are left out. @param keys of `values`, in the same order */
export function readPictures(keys: readonly unknown[], values: readonly unknown[]): Map<string, Blob> {
  const pictures = new Map<string, Blob>();
  keys.forEach((key, at) => {
    const id: unknown = Array.isArray(key) ? key[1] : undefined;
    const picture = v.safeParse(storedPictureSchema, values[at]);
    if (typeof id !== 'string' || !picture.success) return;
    pictures.set(id, new Blob([picture.output.bytes], { type: picture.output.type }));
  });
  return pictures;
}
