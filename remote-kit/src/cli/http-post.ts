import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { clockHeaders } from '@fridge/shared-contracts/page';

export interface PostBody {
  readonly bytes: number;
  /** Starts anew for each attempt. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

export interface PostAnswer {
  readonly status: number;
  readonly text: string;
  /** The server's clock, milliseconds since the epoch, where it tells it. */
  readonly serverTime: number | null;
}

/** Without a byte in either direction. The server fetches and reads a release before it answers. */
const SILENCE_LIMIT_MS = 150_000;
const ANSWER_LIMIT_BYTES = 4_000_000;

export class PostTimeout extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Posts a body of any size. An answer that comes before all is sent counts.
 * @param onSent gets the bytes that were handed over so far
 */
export function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: PostBody,
  { signal, onSent }: { signal: AbortSignal; onSent?: (bytes: number) => void },
): Promise<PostAnswer> {
  const url = new URL(address);
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const request = open(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.bytes },
      agent: false,
      signal,
      timeout: SILENCE_LIMIT_MS,
    });
    request.on('timeout', () => request.destroy(new PostTimeout(`no byte for ${SILENCE_LIMIT_MS / 1000} s`)));
    request.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    request.on('response', (response) => {
      isAnswered = true;
      const time = Number(response.headers[clockHeaders.real] ?? Date.parse(response.headers.date ?? ''));
      readText(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, text, serverTime: Number.isFinite(time) ? time : null }),
        reject,
      );
    });
    // A failure shows as the request's error, unless the answer came first.
    pipeline(Readable.from(counted(body, onSent)), request).catch(() => undefined);
  });
}

async function* counted(body: PostBody, onSent: ((bytes: number) => void) | undefined): AsyncIterable<Uint8Array> {
  let sent = 0;
  for await (const chunk of body.read()) {
    yield chunk;
    sent += chunk.length;
    onSent?.(sent);
  }
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > ANSWER_LIMIT_BYTES) throw new Error(`an answer of more than ${ANSWER_LIMIT_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
