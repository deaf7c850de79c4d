/** How a file has to be served for a page of the host to take it. */
export type FileKind = 'description' | 'script' | 'style';

export type FetchAsPage = {
  /** Origin of the host, as the browser sends it. */
  origin: string;
  kind: FileKind;
  /** What is longer is left; the body is counted as it is unpacked. */
  mostBytes: number;
  signal: AbortSignal;
};

/** A file that a page wouldn't get; the message says why, without its address. */
export class FileRefusedError extends Error {
  override name = 'FileRefusedError';
}

/** Longer than this a file that pages wait for isn't served well enough either. */
const FILE_LIMIT_MS = 15_000;

const JAVASCRIPT = /^(?:text|application)\/(?:javascript|ecmascript|x-javascript)\s*(?:;|$)/i;
const STYLESHEET = /^text\/css\s*(?:;|$)/i;

/**
 * Fetches a file of a release as a page of the host does: across origins, with its `Origin`, and taken only with the
 * type that a browser takes.
 * @throws FileRefusedError with the first reason for which a page would not take it
 */
export async function fetchAsPage(url: string, { origin, kind, mostBytes, signal }: FetchAsPage): Promise<Buffer> {
  if (isMixedContent(url, origin)) throw new FileRefusedError(`pages of ${origin} load nothing over plain http`);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FILE_LIMIT_MS)]);
  try {
    const response = await fetch(url, { headers: { origin, accept: '*/*', 'cache-control': 'no-cache' }, redirect: 'manual', signal: limit });
    refuseAnswer(response, kind, origin);
    return await readBody(response, mostBytes);
  } catch (error) {
    throw error instanceof FileRefusedError ? error : new FileRefusedError(limit.aborted ? 'it took too long' : reasonOf(error));
  }
}

/** Secure pages load over http from their own machine alone. */
function isMixedContent(url: string, origin: string): boolean {
  const { protocol, hostname } = new URL(url);
  return origin.startsWith('https:') && protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function refuseAnswer({ status, headers }: Response, kind: FileKind, origin: string): void {
  if (status >= 300 && status < 400) throw new FileRefusedError(`it leads elsewhere (${status} to ${headers.get('location') ?? 'nowhere'})`);
  if (status !== 200) throw new FileRefusedError(`the origin answers ${status}`);
  if (kind === 'description') return;
  const type = headers.get('content-type') ?? '';
  const [wanted, fits] = kind === 'script' ? ['text/javascript', JAVASCRIPT.test(type)] : ['text/css', STYLESHEET.test(type)];
  if (!fits) throw new FileRefusedError(`its content type is "${type}", and pages take ${wanted} only`);
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin) throw new FileRefusedError(`pages of ${origin} may not read it (Access-Control-Allow-Origin is ${allowed === null ? 'missing' : `"${allowed}"`})`);
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

/** The system's word stands below what fetch says. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof AggregateError && cause.errors[0] !== undefined) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
