import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';
import { beforeLimit } from '../before-limit.ts';

/** Drafts by key. Every method rejects where the browser refuses (private modes, a full disk). */
export interface DraftStorage {
  /** @returns pictures by id; `null` without a text */
  load(key: string): Promise<{ text: unknown; pictures: ReadonlyMap<string, Blob> } | null>;
  /** `pictures`: all of the draft; those that are stored already aren't written again. */
  save(key: string, text: { keptAt: number }, pictures: ReadonlyMap<string, Blob>): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Bytes: Safari has lost blobs in IndexedDB. */
const pictureSchema = v.object({ bytes: v.instance(ArrayBuffer), type: v.string() });
const ageSchema = v.object({ keptAt: v.number() });

const DATABASE = 'fridge-contest';
const DRAFT_LASTS_MS = 30 * 24 * 60 * 60 * 1000;
/** WebKit may never answer (https://bugs.webkit.org/show_bug.cgi?id=226547). */
export const OPENING_LIMIT_MS = 5000;

interface Drafts extends DBSchema {
  texts: { key: string; value: unknown };
  pictures: { key: [draft: string, id: string]; value: v.InferOutput<typeof pictureSchema> };
}
type Database = IDBPDatabase<Drafts>;

export const indexedDbDrafts: DraftStorage = {
  load: (key) =>
    withDatabase(async (database) => {
      await removeOld(database);
      const text = await database.get('texts', key);
      if (text === undefined) return null;
      const pictures = new Map<string, Blob>();
      for (const [draft, id] of await pictureKeys(database, key)) {
        const picture = v.safeParse(pictureSchema, await database.get('pictures', [draft, id]));
        if (picture.success) pictures.set(id, new Blob([picture.output.bytes], { type: picture.output.type }));
      }
      return { text, pictures };
    }),
  save: (key, text, pictures) =>
    withDatabase(async (database) => {
      // First: it is stored even if a picture is refused.
      await database.put('texts', text, key);
      const stored = await pictureKeys(database, key);
      for (const storedKey of stored) if (!pictures.has(storedKey[1])) await database.delete('pictures', storedKey);
      for (const [id, picture] of pictures) {
        if (stored.some(([, storedId]) => storedId === id)) continue;
        await database.put('pictures', { bytes: await picture.arrayBuffer(), type: picture.type }, [key, id]);
      }
    }),
  remove: (key) => withDatabase((database) => removeDraft(database, key)),
};

/** Opens a connection for each use: the browser may end one that is idle. */
async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const opening = openDB<Drafts>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('texts');
      database.createObjectStore('pictures');
    },
  });
  const database = await beforeLimit(opening, OPENING_LIMIT_MS, (late) => late.close());
  if (database === null) throw new Error(`The draft storage didn't open in ${OPENING_LIMIT_MS} ms.`);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

async function removeOld(database: Database): Promise<void> {
  for (const key of await database.getAllKeys('texts')) {
    const text = v.safeParse(ageSchema, await database.get('texts', key));
    if (text.success && Date.now() - text.output.keptAt > DRAFT_LASTS_MS) await removeDraft(database, key);
  }
}

async function removeDraft(database: Database, key: string): Promise<void> {
  await database.delete('texts', key);
  await database.delete('pictures', picturesOf(key));
}

const pictureKeys = (database: Database, key: string) => database.getAllKeys('pictures', picturesOf(key));

/** In IndexedDB, arrays sort after strings. */
const picturesOf = (key: string) => IDBKeyRange.bound([key], [key, []]);
