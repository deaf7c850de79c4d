import { randomBytes } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import { isCompressible } from '../host-origin/built-files.ts';
import { compress, type ContentEncoding } from '../host-origin/content.ts';
import type { ObjectStorage } from '../object-storage.ts';
import { integrityOfSent } from '../publishing/release-files.ts';
import { objectOf, objectsOf, type StoredFile } from './stored-file.ts';
import { insertUnused, letGo, type UnusedObjects } from './unused-objects.ts';

/** By path in the release. */
export type SentFiles = ReadonlyMap<string, Buffer>;

/** In the store, and of no release yet. */
export type StoredUpload = UnusedObjects & { files: readonly StoredFile[]; bytes: number };

/** Longer than storing and committing an upload takes. */
const UNCOMMITTED_MS = 60 * 60 * 1000;

const AT_ONCE = 6;
const ENCODINGS = ['br', 'gzip'] as const;

/** @property sender for fair turns: the team */
type Stored = { queries: Queries; storage: ObjectStorage; now: number; sender?: string };

/**
 * Writes files and their compressed forms. Until `claimUnused` they count as a cut-off upload's.
 * @throws when the store fails; what was written is removed by the sweep
 */
export async function storeFiles(sent: SentFiles, { queries, storage, now, sender }: Stored): Promise<StoredUpload> {
  const id = randomBytes(16).toString('hex');
  const contents = new Map<string, Buffer>();
  const files: StoredFile[] = [];
  for (const [index, [file, content]] of [...sent].entries()) {
    const key = `${id}${index.toString(16).padStart(4, '0')}`;
    const encodings: ContentEncoding[] = isCompressible(file, content.length) ? [...ENCODINGS] : [];
    files.push({ file, key, bytes: content.length, integrity: await integrityOfSent(content), encodings });
    contents.set(objectOf({ key }, null), content);
    const forms = await Promise.all(encodings.map((encoding) => compress(content, encoding, sender)));
    encodings.forEach((encoding, at) => contents.set(objectOf({ key }, encoding), forms[at] ?? content));
  }
  const bytes = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
  const upload = { id, objects: objectsOf(files), dueAt: new Date(now + UNCOMMITTED_MS), files, bytes };
  await insertUnused(queries, upload);
  try {
    await writeAll(storage, contents);
  } catch (error) {
    await letGo(queries, upload, now).catch(() => undefined); // it is due by itself in an hour
    throw error;
  }
  return upload;
}

/** Ends with its last write: none may follow the removal of what was written. */
async function writeAll(storage: ObjectStorage, contents: ReadonlyMap<string, Buffer>): Promise<void> {
  const waiting = contents.entries();
  let failed = false;
  const writeNext = async () => {
    for (const [name, content] of waiting) {
      if (failed) return;
      await storage.write(name, content).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, writeNext));
  const failure = ended.find((each) => each.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}
