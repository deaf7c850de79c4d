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
  const send = async (method: string, name: string, body?: Buffer) => {
    const response = await client.fetch(`${endpoint}/${bucket}/pictures/${encodeURIComponent(name)}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      ...(body && { body: new Uint8Array(body), headers: { 'content-type': 'image/jpeg', 'content-length': String(body.length) } }),
    });
    if (!response.ok && response.status !== 404) {
      await response.body?.cancel();
      throw new Error(`The object storage answered ${method} with HTTP ${response.status}.`);
    }
    return response;
  };
  const consume = async (response: Response) => void (await response.arrayBuffer());

  return {
    async write(name, content) {
      const response = await send('PUT', name, content);
      await consume(response);
      if (!response.ok) throw new Error('The object storage has no such bucket.');
    },

    async read(name) {
      const response = await send('GET', name);
      if (response.body === null || !response.ok) {
        await consume(response);
        return null;
      }
      return {
        bytes: Number(response.headers.get('content-length')),
        content: Readable.fromWeb(response.body as ReadableStream), // the DOM's type and Node's describe the same stream
      };
    },

    async remove(name) {
      await consume(await send('DELETE', name));
    },
  };
}
