import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ReleaseSource = {
  /** With a trailing slash. */
  baseUrl: string;
  /** @throws with the reason why a page wouldn't get the file */
  read(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
  /** From the URL of a page's retry (docs/contract.md, "What your origin has to do"). */
  readRetried?(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
};

const RELEASE_LIMIT_MS = 60_000;

/** Read as a page of the host does. @param origin the host's */
export function servedSource(address: string, origin: string): ReleaseSource {
  const baseUrl = address.replace(/release\.json$/, '').replace(/\/?$/, '/');
  const signal = AbortSignal.timeout(RELEASE_LIMIT_MS);
  const get = (url: URL, kind: FileKind, mostBytes: number) => fetchAsPage(url.href, { origin, kind, mostBytes, signal });
  return {
    baseUrl,
    read: (file, kind, mostBytes) => get(new URL(file, baseUrl), kind, mostBytes),
    readRetried(file, kind, mostBytes) {
      const url = new URL(file, baseUrl);
      url.pathname = `/~1${url.pathname}`;
      return get(url, kind, mostBytes);
    },
  };
}

/** Before its origin opens. */
export function keptSource(folder: string, baseUrl: string): ReleaseSource {
  return { baseUrl, read: (file) => readFile(join(folder, file)) };
}

export type FileKind = 'description' | 'script' | 'style' | 'picture';

type FetchAsPage = {
  origin: string;
  kind: FileKind;
  /** Limit of the uncompressed body. */
  mostBytes: number;
  signal: AbortSignal;
};

/** The message says why, without the URL. */
class FileRefusedError extends Error {
  override name = 'FileRefusedError';
}

const FILE_LIMIT_MS = 15_000;

const JAVASCRIPT = /^(?:text|application)\/(?:javascript|ecmascript|x-javascript)\s*(?:;|$)/i;
const PICTURE = /^image\//i;
const STYLESHEET = /^text\/css\s*(?:;|$)/i;

/**
 * Fetches as a page of the host does: across origins, with a content type that browsers accept.
 * @throws FileRefusedError with the first reason why a page wouldn't get it
 */
export async function fetchAsPage(url: string, { origin, kind, mostBytes, signal }: FetchAsPage): Promise<Buffer> {
  if (isMixedContent(url, origin)) throw new FileRefusedError(`pages of ${origin} load nothing over plain http`);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FILE_LIMIT_MS)]);
  try {
    const response = await fetch(url, { headers: { origin, accept: '*/*', 'cache-control': 'no-cache' }, redirect: 'manual', signal: limit });
    refuseAnswer(response, kind, origin);
    return await readBody(response, mostBytes);
  } catch (error) {
    if (error instanceof FileRefusedError) throw error;
    throw new FileRefusedError(limit.aborted ? 'it took too long' : reasonOf(error));
  }
}

/** Secure pages load http only from their own machine. */
function isMixedContent(url: string, origin: string): boolean {
  const { protocol, hostname } = new URL(url);
  return origin.startsWith('https:') && protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const accepted = {
  script: ['text/javascript', JAVASCRIPT],
  style: ['text/css', STYLESHEET],
  picture: ['image/*', PICTURE],
} as const;

function refuseAnswer({ status, headers }: Response, kind: FileKind, origin: string): void {
  if (status >= 300 && status < 400) {
    throw new FileRefusedError(`it leads elsewhere (${status} to ${headers.get('location') ?? 'nowhere'})`);
  }
  if (status !== 200) throw new FileRefusedError(`the origin answers ${status}`);
  if (kind === 'description') return;
  const type = headers.get('content-type') ?? '';
  const [wanted, pattern] = accepted[kind];
  if (!pattern.test(type)) throw new FileRefusedError(`its content type is "${type}", and pages take ${wanted} only`);
  if (kind === 'picture') return;
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === origin) return;
  const found = `Access-Control-Allow-Origin is ${allowed === null ? 'missing' : `"${allowed}"`}`;
  throw new FileRefusedError(`pages of ${origin} may not read it (${found})`);
}

async function readBody({ body }: Response, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new FileRefusedError(`it has more than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The cause of fetch's error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof AggregateError && cause.errors[0] !== undefined) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
