import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Environment } from '../program/environment.ts';
import { readBounded } from '../bounds/read-bounded.ts';
import { createTurns } from '../bounds/turns.ts';
import { codeOf } from './text.ts';
import { writeAtomically } from './write-atomically.ts';
import type { Metrics } from '../operations/metrics/metrics.ts';

/** `content` has to be read to the end or destroyed. */
type StoredFile = { bytes: number; content: Readable };

/** Of pictures, and of uploaded releases. Names are the server's random ones; content never changes. */
export interface ObjectStorage {
  /** Atomic. @throws when the storage fails (full disk) */
  write(name: string, content: Buffer): Promise<void>;
  /** @returns `null` when there is none @throws when the storage fails */
  read(name: string): Promise<StoredFile | null>;
  /** Succeeds when there is none. */
  remove(name: string): Promise<void>;
}

/**
 * `type`: of the objects in an S3 bucket, which nobody but this server reads; `exchangeLimitMs`: of one request to it,
 * with its retries.
 */
type Place = { prefix: string; type: string; exchangeLimitMs: number };

// A page gives its upload up 10 s after the last byte (architecture, "The wire"): it is told before.
const ofPictures: Place = { prefix: 'pictures', type: 'image/jpeg', exchangeLimitMs: 8_000 };
const ofReleases: Place = { prefix: 'releases', type: 'application/octet-stream', exchangeLimitMs: 15_000 };

export const openPictureStorage = (environment: Environment): ObjectStorage =>
  openStorage(environment, environment.UPLOADS_DIR, ofPictures);

export const openReleaseStorage = (environment: Environment): ObjectStorage =>
  openStorage(environment, environment.RELEASES_DIR, ofReleases);

/** In the bucket if there is one, else in the folder. */
const openStorage = (environment: Environment, folder: string, place: Place): ObjectStorage =>
  environment.S3_ENDPOINT === undefined
    ? folderStorage(folder)
    : s3Storage({
        ...place,
        endpoint: environment.S3_ENDPOINT,
        bucket: environment.S3_BUCKET ?? '',
        region: environment.S3_REGION,
        accessKeyId: environment.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: environment.S3_SECRET_ACCESS_KEY ?? '',
      });

/** Spreads random names over small folders. */
const PREFIX_CHARACTERS = 2;

export function folderStorage(folder: string): ObjectStorage {
  const pathOf = (name: string) => join(folder, name.slice(0, PREFIX_CHARACTERS), checked(name));
  return {
    async write(name, content) {
      const path = pathOf(name);
      await writeAtomically(path, content, { draft: draftOf(path) });
    },

    async read(name) {
      const file = await open(pathOf(name)).catch(nullWhenMissing);
      if (file === null) return null;
      const { size } = await file.stat();
      return { bytes: size, content: createReadStream('', { fd: file }) };
    },

    async remove(name) {
      await rm(pathOf(name), { force: true });
      await rm(draftOf(pathOf(name)), { force: true });
    },
  };
}

/** A fixed name: removing an object also removes a killed process's draft. */
const draftOf = (path: string): string => `${path}.draft`;

/** A faulty name must not leave the folder. */
function checked(name: string): string {
  if (!/^[a-z\d]+\.[a-z]+$/.test(name))
    throw new Error('A stored object has a plain name: letters, digits and one ending.');
  return name;
}

function nullWhenMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

/** `endpoint`: origin of an S3-compatible service; the bucket follows in the path, which all of them support. */
type S3Options = Place & {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Far above any picture, and at least a release's largest file. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Of each storage; what is read is in memory. Above `waiting` code 429. */
export const MOST_EXCHANGES = { atOnce: 50, waiting: 500 };

const RETRIES = 2;
const FIRST_RETRY_MS = 50;

/** Objects under `<prefix>/`. S3 writes are atomic. */
export function s3Storage({
  endpoint,
  bucket,
  prefix,
  type,
  exchangeLimitMs,
  ...credentials
}: S3Options): ObjectStorage {
  const client = new AwsClient({ ...credentials, service: 's3' });
  const queue = createTurns({ name: `storage of ${prefix}`, ...MOST_EXCHANGES });

  /**
   * One request, bounded in time, its wait for a turn included, and in size.
   * @returns the body, `null` for 404
   * @throws TooManyWaiting at once
   */
  async function exchange(method: 'GET' | 'PUT' | 'DELETE', name: string, content?: Buffer): Promise<Buffer | null> {
    const address = `${endpoint}/${bucket}/${prefix}/${encodeURIComponent(name)}`;
    const signal = AbortSignal.timeout(exchangeLimitMs);
    const sent = content && { body: new Uint8Array(content), headers: { 'content-type': type } };
    const attempt = async (retries: number): Promise<Response> => {
      const request = await client.sign(address, { method, ...sent });
      const response = await fetch(request, { signal }).catch((error: unknown) => {
        if (retries === 0 || signal.aborted) throw error;
        return null;
      });
      if (response !== null && response.status < 500 && response.status !== 429) return response;
      await response?.body?.cancel();
      if (retries === 0) throw new Error(`The object storage answered ${method} with HTTP ${response?.status}.`);
      await new Promise((resolve) =>
        setTimeout(resolve, FIRST_RETRY_MS * 2 ** (RETRIES - retries) * (1 + Math.random())),
      );
      return attempt(retries - 1);
    };
    const whole = async (): Promise<Buffer | null> => {
      const response = await attempt(RETRIES);
      if (!response.ok) await response.body?.cancel();
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`The object storage answered ${method} with HTTP ${response.status}.`);
      return readBounded(
        response.body ?? [],
        MAX_BYTES,
        () => new Error('The object storage answered with more than any object has.'),
      );
    };
    try {
      return await queue.run(whole, { signal });
    } catch (error) {
      if (signal.aborted)
        throw new Error(`The object storage didn't finish ${method} within ${exchangeLimitMs / 1000} s.`, {
          cause: error,
        });
      throw error;
    }
  }

  return {
    async write(name, content) {
      if ((await exchange('PUT', name, content)) === null) throw new Error('The object storage has no such bucket.');
    },

    async read(name) {
      // Buffered: a slow reader holds no storage connection, and the size is known.
      const content = await exchange('GET', name);
      return content && { bytes: content.length, content: Readable.from([content]) };
    },

    async remove(name) {
      await exchange('DELETE', name);
    },
  };
}

/** Measures every operation, by how it ended. */
export function measureStorage(storage: ObjectStorage, metrics: Pick<Metrics, 'storage'>): ObjectStorage {
  const measured = async <Result>(operation: string, work: Promise<Result>): Promise<Result> => {
    const end = metrics.storage.startTimer({ operation });
    try {
      const result = await work;
      end({ outcome: 'done' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  };
  return {
    write: (name, content) => measured('write', storage.write(name, content)),
    read: (name) => measured('read', storage.read(name)),
    remove: (name) => measured('remove', storage.remove(name)),
  };
}
