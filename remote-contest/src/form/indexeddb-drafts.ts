import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';

/** Every method rejects where the browser refuses (private modes, a full disk). */
export interface DraftStorage {
  /** @returns pictures by id; `null` without a text */
  load(key: string): Promise<{ text: unknown; pictures: ReadonlyMap<string, Blob> } | null>;
  saveText(key: string, text: unknown): Promise<void>;
  savePicture(key: string, id: string, bytes: Blob): Promise<void>;
  removePicture(key: string, id: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Bytes: Safari has lost blobs in IndexedDB. */
const storedPictureSchema = v.object({ bytes: v.instance(ArrayBuffer), type: v.string() });
type StoredPicture = v.InferOutput<typeof storedPictureSchema>;

const DATABASE = 'fridge-contest';
/** Includes the opening, which WebKit may never answer (https://bugs.webkit.org/show_bug.cgi?id=226547). */
export const USE_LIMIT_MS = 5000;
const LOST_CONNECTION = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);

interface Drafts extends DBSchema {
  texts: { key: string; value: unknown };
  pictures: { key: [draft: string, id: string]; value: StoredPicture };
}
type Connection = IDBPDatabase<Drafts>;

/** Drafts in IndexedDB. The next use reopens a lost connection. */
export function indexedDbDrafts(): DraftStorage {
  let connection: Promise<Connection> | null = null;

  const forget = (lost: Promise<Connection>) => {
    if (connection === lost) connection = null;
    // A connection that opens after the limit would block an upgrade.
    lost.then(
      (database) => database.close(),
      () => {},
    );
  };
  const connect = (): Promise<Connection> => {
    if (connection !== null) return connection;
    const opening: Promise<Connection> = openDrafts(() => forget(opening));
    connection = opening;
    return opening;
  };
  const attempt = async <Result>(work: (database: Connection) => Promise<Result>): Promise<Result> => {
    const opening = connect();
    let isOver = false;
    // Begun after the limit, it would overwrite what was written since.
    const begin = async (database: Connection) => (isOver ? Promise.reject(new Error('Too late.')) : work(database));
    try {
      return await withinLimit(opening.then(begin));
    } catch (error) {
      isOver = true;
      forget(opening);
      throw error;
    }
  };
  /** Retries once: all uses are idempotent. */
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
 * Async: rejects where private modes throw.
 * @param onEnd the connection can't be used any more
 */
async function openDrafts(onEnd: () => void): Promise<Connection> {
  return openDB<Drafts>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('texts');
      database.createObjectStore('pictures');
    },
    // An upgrade or deletion in another page waits for this.
    blocking: onEnd,
    terminated: onEnd,
  });
}

/** In IndexedDB, arrays sort after strings. */
function picturesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []]);
}

async function withinLimit<Result>(use: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The draft storage has not answered for ${USE_LIMIT_MS} ms.`)),
      USE_LIMIT_MS,
    );
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

/** Without invalid entries. @param keys of `values`, in the same order */
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
