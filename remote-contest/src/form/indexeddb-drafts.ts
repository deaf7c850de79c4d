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

const DATABASE = 'fridge-contest';
const DRAFT_LASTS_MS = 30 * 24 * 60 * 60 * 1000;
/** WebKit may never answer (https://bugs.webkit.org/show_bug.cgi?id=226547). */
export const OPENING_LIMIT_MS = 5000;

/** Bytes: Safari has lost blobs in IndexedDB. */
const pictureSchema = v.object({ bytes: v.instance(ArrayBuffer), type: v.string() });
const pictureKeysSchema = v.array(v.array(v.string()));
const agedSchema = v.object({ keptAt: v.number() });

/** Asks in a transaction of its own; resolves once that is complete. */
type Run = <Result>(store: 'texts' | 'pictures', ask: (store: IDBObjectStore) => IDBRequest<Result>) => Promise<Result>;

export const indexedDbDrafts: DraftStorage = {
  load: (key) =>
    withDatabase(async (run) => {
      await removeOld(run);
      const text = await run('texts', (texts) => texts.get(key));
      if (text === undefined) return null;
      const pictures = new Map<string, Blob>();
      for (const id of await pictureIds(run, key)) {
        const picture = v.safeParse(pictureSchema, await run('pictures', (all) => all.get([key, id])));
        if (picture.success) pictures.set(id, new Blob([picture.output.bytes], { type: picture.output.type }));
      }
      return { text, pictures };
    }),
  save: (key, text, pictures) =>
    withDatabase(async (run) => {
      // First: it is stored even if a picture is refused.
      await run('texts', (texts) => texts.put(text, key));
      const missing = new Map(pictures);
      for (const id of await pictureIds(run, key))
        if (!missing.delete(id)) await run('pictures', (all) => all.delete([key, id]));
      for (const [id, picture] of missing) {
        const stored = { bytes: await picture.arrayBuffer(), type: picture.type };
        await run('pictures', (all) => all.put(stored, [key, id]));
      }
    }),
  remove: (key) => withDatabase((run) => removeDraft(run, key)),
};

async function removeOld(run: Run): Promise<void> {
  for (const key of v.parse(v.array(v.string()), await run('texts', (texts) => texts.getAllKeys()))) {
    const text = v.safeParse(agedSchema, await run('texts', (texts) => texts.get(key)));
    if (text.success && Date.now() - text.output.keptAt > DRAFT_LASTS_MS) await removeDraft(run, key);
  }
}

async function removeDraft(run: Run, key: string): Promise<void> {
  await run('texts', (texts) => texts.delete(key));
  await run('pictures', (pictures) => pictures.delete(picturesOf(key)));
}

async function pictureIds(run: Run, key: string): Promise<string[]> {
  const keys = await run('pictures', (pictures) => pictures.getAllKeys(picturesOf(key)));
  return v.parse(pictureKeysSchema, keys).map(([, id = '']) => id);
}

/** In IndexedDB, arrays sort after strings. */
const picturesOf = (key: string) => IDBKeyRange.bound([key], [key, []]);

/** Opens a connection for each use: the browser may end one that is idle. */
async function withDatabase<Result>(work: (run: Run) => Promise<Result>): Promise<Result> {
  const database = await beforeLimit(open(), OPENING_LIMIT_MS, (late) => late.close());
  if (database === null) throw new Error('The draft storage did not open.');
  try {
    return await work((store, ask) => {
      const transaction = database.transaction(store, 'readwrite');
      const request = ask(transaction.objectStore(store));
      return new Promise((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve(request.result));
        transaction.addEventListener('abort', () => reject(transaction.error));
      });
    });
  } finally {
    database.close();
  }
}

/** Async: rejects where private modes throw. */
async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  return new Promise((resolve, reject) => {
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore('texts');
      opening.result.createObjectStore('pictures');
    });
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error));
  });
}
