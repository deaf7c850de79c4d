import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { PictureStorage } from './picture-storage.ts';

/** @property endpoint origin of the S3-compatible service; the bucket follows in the path, as all of them understand it */
export type S3Options = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** A picture has at most a few megabytes; a storage that takes longer isn't there. */
const ANSWER_LIMIT_MS = 15_000;

/** A failed request is sent again this often, a little later each time. */
const RETRIES = 2;

/** Pictures as objects of an S3-compatible storage, under `pictures/`. Writes are whole or not at all by its own rules. */
export function s3Storage({ endpoint, bucket, ...credentials }: S3Options): PictureStorage {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES });

  /** Bounds the wait for an answer, not the reading of it. @returns the answer, 404 among the good ones */
  async function send(method: string, name: string, body?: Buffer): Promise<Response> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error(`The object storage didn't answer ${method} within ${ANSWER_LIMIT_MS / 1000} s.`)), ANSWER_LIMIT_MS);
    const sent = body && { body: new Uint8Array(body), headers: { 'content-type': 'image/jpeg' } };
    try {
      const response = await client.fetch(`${endpoint}/${bucket}/pictures/${encodeURIComponent(name)}`, { method, signal: limit.signal, ...sent });
      if (response.ok || response.status === 404) return response;
      await response.body?.cancel();
      throw new Error(`The object storage answered ${method} with HTTP ${response.status}.`);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async write(name, content) {
      const response = await send('PUT', name, content);
      await response.body?.cancel();
      if (!response.ok) throw new Error('The object storage has no such bucket.');
    },

    async read(name) {
      const response = await send('GET', name);
      if (response.ok && response.body !== null) {
        // The DOM's type and Node's describe the same stream.
        return { bytes: Number(response.headers.get('content-length')), content: Readable.fromWeb(response.body as ReadableStream) };
      }
      await response.body?.cancel();
      return null;
    },

    async remove(name) {
      const response = await send('DELETE', name);
      await response.body?.cancel();
    },
  };
}
